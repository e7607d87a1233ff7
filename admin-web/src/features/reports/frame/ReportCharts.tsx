import { useNavigate } from 'react-router-dom'
import { Chart } from '@/ui/chart/Chart'
import type { ChartDocument, ChartMark, ChartPoint } from '@/ui/chart/chart'
import type { Row, TableDocument } from './document'
import { formatCell } from './tables/kinds'

interface ReportChartsProps<R extends Row> {
  table: TableDocument<R>
  /** Of charts with a choice, the one that is shown. */
  choice?: string
  /** Which of them belong here, where a table has charts in several places. */
  shows?: (chart: ChartDocument) => boolean
  marks?: (chart: ChartDocument) => readonly ChartMark[]
  /** Where a click on an item leads; `row` is its row of the table, if it is exactly one. */
  linkOf?: (row: R | undefined, point: ChartPoint) => string | null | undefined
}

/** The charts that the server declares for a table. */
export function ReportCharts<R extends Row>(props: ReportChartsProps<R>) {
  const { table, choice, shows = () => true, marks, linkOf } = props
  const navigate = useNavigate()
  const shown = table.charts.filter(
    (chart) => shows(chart) && (!chart.choice || chart.choice === choice),
  )
  const open = (point: ChartPoint) => {
    const to = linkOf?.(point.row === null ? undefined : table.rows[point.row], point)
    if (to) navigate(to)
  }
  return shown.map((chart) => (
    <Chart
      key={`${chart.title} ${chart.kind}`}
      chart={chart}
      label={[chart.title, table.sentence || table.title].filter(Boolean).join('. ')}
      words={(value) => formatCell(chart.measure, value)}
      marks={marks?.(chart)}
      onPoint={linkOf && open}
    />
  ))
}

/** The choices of a table's charts, in order: „Konservativ“, „Realistisch“. */
export const choicesOf = ({ charts }: Pick<TableDocument, 'charts'>): string[] => [
  ...new Set(charts.flatMap(({ choice }) => choice || [])),
]
