import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { RequestCard } from './RequestCard'
import { SettledRow } from './SettledRow'
import '@/ui/page/sheets.css'
import './approvals.css'

/** Large operations that nobody can take back: asked for by one person, approved by another. */
export function ApprovalsPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/operation-requests', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Freigaben">
      <p className="flush muted approvals-reading">
        Was mehr als 25 Haushalte endgültig betrifft, tut hier niemand allein: Eine Person legt es
        vor, eine zweite gibt es frei. Nach 24 Stunden ohne Antwort verfällt es.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet approvals-skeleton" aria-busy="true" />}
      {data?.waiting.length === 0 && (
        <section className="sheet empty">
          <p>Gerade wartet nichts auf eine Freigabe.</p>
        </section>
      )}
      {data?.waiting.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {data && data.settled.length > 0 && (
        <Section title="Zuletzt entschieden">
          <ul className="ruled">
            {data.settled.map((request) => (
              <SettledRow key={request.id} request={request} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}
