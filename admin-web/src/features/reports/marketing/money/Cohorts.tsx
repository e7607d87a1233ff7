import type { Schemas } from '@/api/operations'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { TableDocument } from '@/features/reports/frame/document'
import { formatCell, UNKNOWN } from '@/features/reports/frame/tables/kinds'

type CohortRow = Schemas['MoneyCohortsRow']

/** What became of each month's reservations, so many weeks after them. */
export function Cohorts({ table }: { table: TableDocument<CohortRow> }) {
  const weeks = [...new Set(table.rows.map((row) => row.weeks_since ?? 0))].sort((a, b) => a - b)
  const months = [...new Set(table.rows.map(({ month }) => month))]
  return (
    <ChartFrame name="cohorts" table={table} isTable>
      {months.length > 0 && (
        <details className="disclosure">
          <summary>Anteil der Verträge, Monat für Monat</summary>
          <div className="table-scroll">
            <table className="cohorts">
              <thead>
                <tr>
                  <th scope="col">Reservierungen aus</th>
                  <th scope="col">Zahl</th>
                  {weeks.map((week) => (
                    <th key={week} scope="col">
                      {week} Wochen
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <Month key={month} {...{ month, weeks }} rows={rowsOf(table.rows, month)} />
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </ChartFrame>
  )
}

const rowsOf = (rows: readonly CohortRow[], month: string) =>
  rows.filter((row) => row.month === month)

interface MonthProps {
  month: string
  weeks: readonly number[]
  rows: readonly CohortRow[]
}

/** What is not over yet stays empty. */
function Month({ month, weeks, rows }: MonthProps) {
  return (
    <tr>
      <th scope="row">{formatCell('month', month)}</th>
      <td className="tabular">{formatCell('count', rows[0]?.reservations ?? 0)}</td>
      {weeks.map((week) => {
        const row = rows.find(({ weeks_since }) => weeks_since === week)
        return (
          <td key={week} className="tabular">
            {row ? formatCell('share_ppm', row.contracted_share) : UNKNOWN}
          </td>
        )
      })}
    </tr>
  )
}
