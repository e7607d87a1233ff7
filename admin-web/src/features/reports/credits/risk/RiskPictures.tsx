import { useState } from 'react'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { packageName } from '@/lib/reservationWords'
import type { CreditReport } from '../credits'
import type { ReportProps } from '../flow/FlowPictures'
import { GapCurve } from './GapCurve'
import { GapYears } from './GapYears'
import { StatementMonths } from './StatementMonths'
import { Tornado } from './Tornado'

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
        <GapCurve label={tables.gap_curve.sentence} points={tables.gap_curve.rows} />
      </ChartFrame>
      <ChartFrame name="gap" table={tables.gap}>
        <GapYears label={tables.gap.sentence} years={tables.gap.rows} />
      </ChartFrame>
    </>
  )
}

/** Which assumption moves the credits most. */
export function Sensitivity({ report: { tables } }: ReportProps) {
  return (
    <ChartFrame name="tornado" table={tables.tornado}>
      <Tornado label={tables.tornado.sentence} factors={tables.tornado.rows} />
    </ChartFrame>
  )
}

/** What one household is credited in its first year. */
export function Statements({ table }: { table: CreditReport['tables']['households'] }) {
  const packages = [...new Set(table.rows.map((row) => row.package))]
  const [chosen, setChosen] = useState(2000)
  const kwh = packages.includes(chosen) ? chosen : (packages[0] ?? chosen)
  return (
    <ChartFrame
      name="households"
      table={table}
      choices={
        packages.length > 1 && (
          <ChoiceField
            label="Paket der Abrechnung"
            choices={packages.map((size) => [String(size), packageName(size)] as const)}
            value={String(kwh)}
            onValue={(value) => setChosen(Number(value))}
          />
        )
      }
    >
      <StatementMonths
        label={table.sentence}
        months={table.rows.filter((row) => row.package === kwh && row.year === 1)}
      />
    </ChartFrame>
  )
}
