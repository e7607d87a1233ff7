import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { MomentField } from '@/ui/fields/values'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { CheckCells } from './CheckCells'
import { InvariantRow } from './InvariantRow'
import { grouped, type Invariant, lastChecked, summaryOf } from './invariant'
import { useCheckNow } from './useCheckNow'
import '@/ui/page/sheets.css'
import './invariants.css'

/** What always holds between the stored rows: each rule with what its last check found. */
export function InvariantsPage() {
  const { data, error, refetch } = useStaffQuery('/api/staff/invariants', {
    refetchEvery: NEWS_EVERY,
  })
  return (
    <Page title="Prüfungen">
      <p className="invariants-question">
        Passen alle gespeicherten Angaben zueinander? Das wird jede Nacht geprüft. Repariert wird
        dabei nichts: Was nicht passt, sieht sich ein Mensch an.
      </p>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet invariants-skeleton" aria-busy="true" />}
      {data && (
        <>
          <Summary rules={data.data} job={data.job} />
          {grouped(data.data).map(({ title, rules }) => (
            <Section key={title} title={title}>
              <ul className="ruled invariants">
                {rules.map((rule) => (
                  <InvariantRow key={rule.name} rule={rule} />
                ))}
              </ul>
            </Section>
          ))}
        </>
      )}
    </Page>
  )
}

function Summary({ rules, job }: { rules: Invariant[]; job: string }) {
  const { start, isBusy, problem } = useCheckNow(job)
  const at = lastChecked(rules)
  return (
    <section className="sheet invariants-summary" aria-labelledby="invariants-result">
      <div className="head-row">
        <h2 id="invariants-result">{summaryOf(rules)}</h2>
        <Button variant="contained" aria-disabled={isBusy} onClick={() => !isBusy && void start()}>
          {isBusy ? 'Wird geprüft …' : 'Jetzt prüfen'}
        </Button>
      </div>
      <CheckCells rules={rules} />
      <p className="flush muted" role="status">
        {isBusy ? (
          'Die Prüfung läuft und dauert einige Sekunden.'
        ) : at ? (
          <>
            Zuletzt <MomentField at={at} />. <Link to={`/jobs/${job}`}>Verlauf und Zeitplan</Link>
          </>
        ) : (
          <Link to={`/jobs/${job}`}>Verlauf und Zeitplan</Link>
        )}
      </p>
      {problem && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
    </section>
  )
}
