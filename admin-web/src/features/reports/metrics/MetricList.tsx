import TextField from '@mui/material/TextField'
import { Link, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { counted, formatNumber } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { MetricForms } from './MetricForms'
import { bySubject, type MetricDocument, matches, metricPath } from './metric'

/** The numbers that people decide by, or every number that reports show, with formula and forms, by subject. */
export function MetricList() {
  const { data, error, refetch } = useStaffQuery('/api/staff/metrics')
  const [query, setQuery] = useSearchParams()
  const typed = query.get('q') ?? ''
  const isAll = query.has('all')
  const search = (text: string) => setQuery(text ? { q: text } : {}, { replace: true })
  const all = () => setQuery({ all: '' }, { replace: true })
  const known = data?.data ?? []
  const found = known.filter((metric) => (typed ? matches(metric, typed) : isAll || metric.is_main))
  return (
    <Page title="Kennzahlen" overline={<Link to="/reports">Alle Berichte</Link>}>
      <p className="report-question">Was bedeutet eine Zahl, und wie wird sie gerechnet?</p>
      <search className="sheet metric-search">
        <TextField
          label="Kennzahl suchen"
          type="search"
          value={typed}
          onChange={({ target }) => search(target.value)}
          autoComplete="off"
        />
        {data && (
          <p className="tiny muted flush" role="status">
            {counted(found.length, 'eine Kennzahl', 'Kennzahlen')}
          </p>
        )}
      </search>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <p className="sheet muted flush">Wird geladen</p>}
      {data && found.length === 0 && <NothingFound onAll={all} />}
      {bySubject(found).map(([subject, metrics]) => (
        <Section key={subject} title={subject}>
          <ul className="ruled metrics">
            {metrics.map((metric) => (
              <MetricItem key={metric.key} metric={metric} />
            ))}
          </ul>
        </Section>
      ))}
      {!typed && found.length > 0 && found.length < known.length && (
        <p className="flush">
          <button type="button" className="text-button" onClick={all}>
            Alle {formatNumber(known.length)} Kennzahlen zeigen
          </button>
        </p>
      )}
    </Page>
  )
}

function NothingFound({ onAll }: { onAll: () => void }) {
  return (
    <p className="sheet muted flush">
      Dazu gibt es keine Kennzahl.{' '}
      <button type="button" className="text-button" onClick={onAll}>
        Alle zeigen
      </button>
    </p>
  )
}

function MetricItem({ metric }: { metric: MetricDocument }) {
  return (
    <li>
      <h3>
        <Link to={metricPath(metric.key)}>{metric.label}</Link>
      </h3>
      <p className="flush metric-formula">{metric.meaning}</p>
      <p className="tiny muted flush metric-name">
        <code>{metric.key}</code>
      </p>
      {metric.forms.length > 0 && <MetricForms forms={metric.forms} />}
    </li>
  )
}
