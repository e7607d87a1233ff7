import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { CauseList } from './CauseList'
import { ChangedTable } from './ChangedTable'
import { type Changes, type KeptRun, runPath } from './run'
import './kept.css'

const NOW = 'now'

/** What is other than it was, and what happened in between: causes first, then the figures. */
export function ChangesPage() {
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
      title="Warum hat es sich geändert?"
      overline={<Link to={runPath(id)}>{kept?.run.label ?? 'Festgehaltener Bericht'}</Link>}
    >
      <p className="report-question">
        {data ? <Between changes={data} /> : <span aria-busy="true">Wird verglichen …</span>}
      </p>
      {kept && <AgainstChoice run={kept.run} value={against} onChange={choose} />}
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {data && (
        <div className="report" aria-busy={isPlaceholderData}>
          <Section title={data.sentence}>
            {data.causes.length > 0 ? <CauseList causes={data.causes} /> : <Untouched />}
          </Section>
          {data.tables.map((table) => (
            <ChangedTable key={table.name} table={table} />
          ))}
        </div>
      )}
    </Page>
  )
}

function Between({ changes: { before, after } }: { changes: Changes }) {
  return (
    <>
      {before.label ? `„${before.label}“, ` : ''}
      {formatMoment(before.at)} → {after.label ? `„${after.label}“, ` : 'jetzt, '}
      {formatMoment(after.at)}
    </>
  )
}

function Untouched() {
  return (
    <p className="muted flush">
      Der Bericht zeigt dieselben Zahlen, und seitdem ist nichts geschehen, worauf er beruht.
    </p>
  )
}

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
