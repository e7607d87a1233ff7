import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { NarrowTable } from '@/ui/list/NarrowTable'
import { useIsNarrow } from '@/ui/list/useIsNarrow'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { LeftOut } from './LeftOut'
import { Recent } from './Recent'
import { RequestCard } from './RequestCard'
import { type OperationRequest, settledWords, titleOf } from './request'
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
        vor, eine zweite gibt es frei. Nach 24 Stunden ohne Antwort verfällt es. Unten steht, was in
        den letzten 24 Stunden mit mehreren Haushalten zugleich geschah.
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
          <Settled requests={data.settled} />
        </Section>
      )}
      {data && data.recent.length > 0 && (
        <Section title="Letzte Vorgänge">
          <Recent operations={data.recent} />
        </Section>
      )}
    </Page>
  )
}

function Settled({ requests }: { requests: readonly OperationRequest[] }) {
  if (useIsNarrow())
    return (
      <NarrowTable
        label="Tabelle: Zuletzt entschieden"
        rows={requests}
        rowKey={({ id }) => id}
        narrow={(request) => ({
          title: titleOf(request),
          meta: settledWords(request),
          aside: <MomentField at={request.asked_at} isShort />,
          ...(request.left_out.length > 0 && { more: <LeftOut request={request} /> }),
        })}
      />
    )
  return (
    <ul className="ruled">
      {requests.map((request) => (
        <SettledRow key={request.id} request={request} />
      ))}
    </ul>
  )
}
