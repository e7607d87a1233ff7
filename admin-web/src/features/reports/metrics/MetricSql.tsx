import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { Section } from '@/ui/page/Section'

type Statement = Schemas['SqlOut']

/** The statements behind a metric: the tables of reports, then the models that they read. */
export function MetricSql({ statements }: { statements: readonly Statement[] }) {
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
