import { ChartFrame } from '../frame/ChartFrame'
import type { TableDocument } from '../frame/document'
import { type OriginRow, originName } from '../frame/parameters/origin'
import type { ParameterSpec } from '../frame/parameters/parameters'
import { ReportCharts } from '../frame/ReportCharts'
import { ReportPage } from '../frame/ReportPage'

const TAKES: ParameterSpec = { period: true }

/** What the name of an origin is made of; files have each by itself. */
const TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'referrer_host']

/** What was agreed, what came and is to come, and what is overdue. */
export function ContractsPage() {
  return (
    <ReportPage name="contracts" title="Verträge und Geld" takes={TAKES} height={1500}>
      {({ tables: { totals, liquidity, arrears, weeks } }) => (
        <>
          <ChartFrame name="totals" table={totals} without={['concluded_kwh']} />
          <ChartFrame name="liquidity" table={liquidity}>
            <ReportCharts table={liquidity} />
          </ChartFrame>
          <ChartFrame name="arrears" table={arrears} isTableOpen>
            <ReportCharts table={arrears} />
          </ChartFrame>
          <ChartFrame name="weeks" table={byName(weeks)} without={TAGS} />
        </>
      )}
    </ReportPage>
  )
}

type Week = OriginRow & TableDocument['rows'][number]

/** The same table with an origin's name in place of its channel. */
const byName = (table: TableDocument<Week>): TableDocument<Week> => ({
  ...table,
  columns: table.columns.map((column) =>
    column.name === 'channel' ? { ...column, kind: 'text', label: 'Herkunft' } : column,
  ),
  rows: table.rows.map((row) => ({ ...row, channel: originName(row) })),
})
