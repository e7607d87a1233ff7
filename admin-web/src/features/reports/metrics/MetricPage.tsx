import { Link, useParams } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { Pair } from '@/ui/fields/Pair'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { Section } from '@/ui/page/Section'
import { MetricForms } from './MetricForms'
import { type MetricDocument, type MetricShowDocument, unitWords } from './metric'

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
      <Pair label="Gezählt wird">{metric.grain}</Pair>
      <Pair label="Einheit">{unitWords(metric.kind)}</Pair>
      <Pair label="Wann reif">{metric.ripeness}</Pair>
      <Pair label="Kann sich ändern mit">
        {metric.filters.length > 0 ? metric.filters.join(', ') : 'Nichts; sie hat keine Filter.'}
      </Pair>
      {metric.forms.length > 0 && (
        <Pair label="Verwandte Zahlen">
          <MetricForms forms={metric.forms} />
        </Pair>
      )}
      {metric.is_public && (
        <Pair label="Öffentlich">
          Misst, was Besucherinnen und Besucher tun, und darf auf der Website erklärt werden.
        </Pair>
      )}
    </dl>
  )
}

/** The tables of reports that show a metric. */
function MetricPlaces({ metric: { places } }: { metric: MetricDocument }) {
  return (
    <Section title="Wo sie steht">
      <ul className="ruled metric-places">
        {places.map(({ report, report_title, table, table_title, column, grain }) => (
          <li key={`${report}.${table}.${column}`}>
            <Link to={`/reports/${report}`}>{report_title}</Link>
            <span>{table_title}</span>
            <span className="muted">{grain}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Statement = Schemas['SqlOut']

/** The statements behind a metric: the tables of reports, then the models that they read. */
function MetricSql({ statements }: { statements: readonly Statement[] }) {
  const all = statements.map(({ name, sql }) => `-- ${name}\n${sql}`).join('\n\n')
  return (
    <Section
      title="SQL"
      action={
        <CopyButton
          text={all}
          what={`${formatNumber(statements.length)} Abfragen`}
          label="Alles kopieren"
          isQuiet
        />
      }
    >
      <p className="muted flush">
        Zuerst die Tabellen der Berichte, dann die Modelle, die sie lesen, bis hinab zu den
        gespeicherten Zeilen.
      </p>
      {statements.map((one) => (
        <details key={one.name} className="disclosure metric-sql">
          <summary>
            <code>{one.name}</code>
          </summary>
          <ScrollRegion label={`SQL: ${one.name}`}>
            <pre>{one.sql}</pre>
          </ScrollRegion>
          <CopyButton text={one.sql} what={one.name} isQuiet />
        </details>
      ))}
    </Section>
  )
}
