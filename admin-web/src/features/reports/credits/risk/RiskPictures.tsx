import { useState } from 'react'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { choicesOf, ReportCharts } from '@/features/reports/frame/ReportCharts'
import type { CreditReport } from '../credits'
import type { ReportProps } from '../flow/FlowPictures'

/** What the minimum costs the park when it makes less: for each profit, and year by year. */
export function Gaps({ report: { tables } }: ReportProps) {
  // The park's profit is the company's to say; until then nothing is computed from one.
  if (tables.gap.rows.length === 0)
    return (
      <section className="sheet">
        <h2>Garantielücke</h2>
        <p className="flush">{tables.gap.sentence}</p>
      </section>
    )
  return (
    <>
      <ChartFrame name="gap_curve" table={tables.gap_curve}>
        <ReportCharts table={tables.gap_curve} />
      </ChartFrame>
      <ChartFrame name="gap" table={tables.gap}>
        <ReportCharts table={tables.gap} />
      </ChartFrame>
    </>
  )
}

/** Which assumption moves the credits most. */
export function Sensitivity({ report: { tables } }: ReportProps) {
  return (
    <ChartFrame name="tornado" table={tables.tornado}>
      <ReportCharts table={tables.tornado} />
    </ChartFrame>
  )
}

/** What one household is credited in its first year. */
export function Statements({ table }: { table: CreditReport['tables']['households'] }) {
  const packages = choicesOf(table)
  const [chosen, setChosen] = useState('')
  const shown = packages.includes(chosen) ? chosen : (packages[USUAL] ?? packages[0])
  return (
    <ChartFrame
      name="households"
      table={table}
      choices={
        packages.length > 1 && (
          <ChoiceField
            label="Paket der Abrechnung"
            choices={packages.map((name) => [name, name] as const)}
            value={shown ?? ''}
            onValue={setChosen}
          />
        )
      }
    >
      <ReportCharts table={table} choice={shown} />
    </ChartFrame>
  )
}

/** Of the packages, the one most households take. */
const USUAL = 1
