import { Link, useSearchParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { ShapeMark } from '@/ui/fields/StateMark'
import { TextInput } from '@/ui/form/TextInput'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import {
  bySubject,
  CHECKS,
  type CheckState,
  type MetricDocument,
  matches,
  metricPath,
} from './metric'

const CHOICES: readonly [CheckState | '', string][] = [
  ['', 'Alle'],
  ['checked', 'Geprüft'],
  ['lapsed', 'Seither geändert'],
  ['never', 'Noch nicht geprüft'],
]

/** Every number that reports and the console show, with its formula, by subject. */
export function MetricList() {
  const { data, error, refetch } = useStaffQuery('/api/staff/metrics')
  const [query, setQuery] = useSearchParams()
  const typed = query.get('q') ?? ''
  const state = query.get('check') ?? ''
  const put = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const found = (data?.data ?? []).filter(
    (metric) => matches(metric, typed) && (!state || metric.check.state === state),
  )
  return (
    <Page title="Kennzahlen">
      <p className="report-question">Was bedeutet eine Zahl, und wie wird sie gerechnet?</p>
      <search className="sheet metric-search">
        <TextInput
          label="Kennzahl suchen"
          type="search"
          value={typed}
          onValue={(value) => put('q', value)}
          autoComplete="off"
        />
        <fieldset className="period-choice">
          <legend className="visually-hidden">Prüfung</legend>
          {CHOICES.map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === state}
              onClick={() => put('check', value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {data && (
          <p className="tiny muted flush" role="status">
            {found.length === 1 ? 'eine Kennzahl' : `${formatNumber(found.length)} Kennzahlen`}
          </p>
        )}
      </search>
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <p className="sheet muted flush">Wird geladen</p>}
      {data && found.length === 0 && <NothingFound onAll={() => setQuery({}, { replace: true })} />}
      {bySubject(found).map(([subject, metrics]) => (
        <Section key={subject} title={subject}>
          <ul className="ruled metrics">
            {metrics.map((metric) => (
              <MetricItem key={metric.key} metric={metric} />
            ))}
          </ul>
        </Section>
      ))}
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
  const { label, shape } = CHECKS[metric.check.state]
  return (
    <li>
      <h3>
        <Link to={metricPath(metric.key)}>{metric.label}</Link>
      </h3>
      <p className="flush metric-formula">{metric.formula}</p>
      <p className="tiny muted flush metric-name">
        <code>{metric.name}</code>
        <ShapeMark shape={shape} label={label} />
      </p>
    </li>
  )
}
