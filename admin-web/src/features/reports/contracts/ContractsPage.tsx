import { ChartFrame } from '../frame/ChartFrame'
import type { ParameterSpec } from '../frame/parameters/parameters'
import { ReportCharts } from '../frame/ReportCharts'
import { ReportPage } from '../frame/ReportPage'

const TAKES: ParameterSpec = { period: true }

/** What was agreed, what came and is to come, and what is overdue. */
export function ContractsPage() {
  return (
    <ReportPage name="contracts" title="Verträge und Geld" takes={TAKES} height={1500}>
      {({ tables: { totals, liquidity, arrears, weeks } }) => (
        <>
          <ChartFrame name="totals" table={totals} />
          <ChartFrame name="liquidity" table={liquidity}>
            <ReportCharts table={liquidity} />
          </ChartFrame>
          <ChartFrame name="arrears" table={arrears} isTableOpen>
            <ReportCharts table={arrears} />
          </ChartFrame>
          <ChartFrame name="weeks" table={weeks} />
        </>
      )}
    </ReportPage>
  )
}
