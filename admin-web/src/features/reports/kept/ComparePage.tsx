import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment, formatNumber } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { DifferingTable } from './DifferingTable'
import { type Happening, type KeptRun, runPath, type StandComparison } from './run'
import './kept.css'

const NOW = 'now'

/** A kept report compared with a later run: every figure that differs, and what happened in between. */
export function ComparePage() {
  const id = Number(useParams().id)
  const [search, setSearch] = useSearchParams()
  const against = search.get('against') ?? NOW
  const { data: kept } = useStaffQuery('/api/staff/report-runs/{run_id}', {
    params: { path: { run_id: id } },
  })
  const { data, error, refetch, isPlaceholderData } = useStaffQuery(
    '/api/staff/report-runs/{run_id}/changes',
    { params: { path: { run_id: id }, query: { against } } },
  )
  const choose = (value: string) => setSearch(value === NOW ? {} : { against: value })
  return (
    <Page
      title="Zwei Stände im Vergleich"
      overline={<Link to={runPath(id)}>{kept?.run.label ?? 'Festgehaltener Bericht'}</Link>}
    >
      <p className="report-question">
        {data ? <Between comparison={data} /> : <span aria-busy="true">Wird verglichen …</span>}
      </p>
      {kept && <AgainstChoice run={kept.run} value={against} onChange={choose} />}
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && (
        <div className="report comparison" aria-busy={isPlaceholderData}>
          <div className="report">
            {data.remarks.map((remark) => (
              <p key={remark} className="flush">
                {remark}
              </p>
            ))}
            {data.tables.length === 0 && <p className="muted flush">Alle Zahlen sind gleich.</p>}
            {data.tables.map((table) => (
              <DifferingTable key={table.name} table={table} />
            ))}
          </div>
          <Section title="Was dazwischen geschah">
            {data.happened.length > 0 ? <HappenedList {...data} /> : <Nothing {...data} />}
          </Section>
        </div>
      )}
    </Page>
  )
}

function Between({ comparison: { before, after } }: { comparison: StandComparison }) {
  return (
    <>
      {before.label ? `„${before.label}“, ` : ''}
      {formatMoment(before.at)} → {after.label ? `„${after.label}“, ` : 'jetzt, '}
      {formatMoment(after.at)}
    </>
  )
}

/** No cause is guessed: what is not recorded is not said. */
const Nothing = ({ tables, remarks }: StandComparison) => (
  <p className="muted flush">
    Im Protokoll steht nichts, worauf dieser Bericht beruht.
    {tables.length > 0 &&
      remarks.length === 0 &&
      ' Daten können auch ohne Eintrag im Protokoll geändert oder gelöscht worden sein.'}
  </p>
)

interface AgainstChoiceProps {
  run: KeptRun
  value: string
  onChange: (against: string) => void
}

/** Now, or another kept run of the same report. */
function AgainstChoice({ run, value, onChange }: AgainstChoiceProps) {
  const { data } = useStaffQuery('/api/staff/report-runs', {
    params: { query: { per_page: 100, report: run.report } },
  })
  const others = data?.data.filter(({ id }) => id !== run.id) ?? []
  return (
    <p className="comparison-choice flush">
      <label className="filter">
        Verglichen mit
        <select className="choice" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value={NOW}>heute</option>
          {others.map(({ id, label, stand }) => (
            <option key={id} value={id}>
              {label} ({formatMoment(stand.at)})
            </option>
          ))}
        </select>
      </label>
    </p>
  )
}

/** What was done between the two runs, in order of time: when, what and who. */
function HappenedList({ happened, total_happened: total }: StandComparison) {
  return (
    <>
      <ul className="ruled happened">
        {happened.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
          <li key={index}>
            {line.path ? <Link to={line.path}>{line.words}</Link> : line.words}
            <span className="tiny muted">
              {formatMoment(line.at)}
              {byWords(line)}
            </span>
          </li>
        ))}
      </ul>
      {total > happened.length && (
        <p className="tiny muted flush">
          {formatNumber(happened.length)} von {formatNumber(total)}.
        </p>
      )}
    </>
  )
}

const byWords = ({ actor, actor_name }: Happening): string => {
  const who = actor_name ?? OTHERS[actor]
  return who ? `, ${who}` : ''
}

const OTHERS: Readonly<Record<string, string>> = { household: 'ein Haushalt', system: 'Voltigo' }
