import { Link, useParams } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { CopyButton } from '@/ui/fields/CopyButton'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { Section } from '@/ui/page/Section'
import { MetricForms } from './MetricForms'
import { MetricPlaces } from './MetricPlaces'
import { MetricSql } from './MetricSql'
import { type MetricShowDocument, unitWords } from './metric'

/** One metric: what it means, where it is shown, how it is computed. */
export function MetricPage() {
  const { key = '' } = useParams()
  const { data, error, refetch } = useStaffQuery('/api/staff/metrics/{key}', {
    params: { path: { key } },
  })
  return (
    <Page
      title={data?.label ?? 'Kennzahl'}
      overline={<Link to="/reports/metrics">Alle Kennzahlen</Link>}
    >
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <p className="sheet muted flush">Wird geladen</p>}
      {data && <Shown metric={data} />}
    </Page>
  )
}

function Shown({ metric }: { metric: MetricShowDocument }) {
  return (
    <>
      <Section title="Definition">
        <p className="metric-definition">{metric.meaning}</p>
        <Facts metric={metric} />
      </Section>
      <MetricPlaces metric={metric} />
      {metric.sql.length > 0 && <MetricSql statements={metric.sql} />}
    </>
  )
}

function Facts({ metric }: { metric: MetricShowDocument }) {
  return (
    <dl className="pairs">
      <div>
        <dt>Name in Dateien</dt>
        <dd className="metric-name">
          <code>{metric.key}</code>
          <CopyButton text={metric.key} what="Name der Kennzahl" isQuiet />
        </dd>
      </div>
      <Fact label="Gezählt wird" words={metric.grain} />
      <Fact label="Einheit" words={unitWords(metric.kind)} />
      <Fact label="Wann reif" words={metric.ripeness} />
      <Fact
        label="Kann sich ändern mit"
        words={
          metric.filters.length > 0 ? metric.filters.join(', ') : 'Nichts; sie hat keine Filter.'
        }
      />
      {metric.forms.length > 0 && (
        <div>
          <dt>Verwandte Zahlen</dt>
          <dd>
            <MetricForms forms={metric.forms} />
          </dd>
        </div>
      )}
      {metric.is_public && (
        <Fact
          label="Öffentlich"
          words="Misst, was Besucherinnen und Besucher tun, und darf auf der Website erklärt werden."
        />
      )}
    </dl>
  )
}

function Fact({ label, words }: { label: string; words: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{words}</dd>
    </div>
  )
}
