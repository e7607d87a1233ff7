import { useLocation } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { TableDocument } from '@/features/reports/frame/document'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { originFilters } from '@/features/reports/frame/parameters/origin'
import { addressQuery, type ParameterSpec } from '@/features/reports/frame/parameters/parameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { FunnelPicture } from './FunnelPicture'
import { type FunnelOriginRow, type StepRow, stagesOf } from './funnel'
import { OriginSteps } from './OriginSteps'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = { period: true, comparison: true, bots: true, filters: true }

/** Steps that are reservations, and how a list is narrowed to them. */
const OUTCOMES = { reservation: 'any', confirmed: 'confirmed', contracted: 'contracted' } as const

/** From the first page to the contract: how many take each step, and where most are lost. */
export function FunnelPage() {
  return (
    <ReportPage name="funnel" title="Weg zum Vertrag" takes={TAKES} height={1400}>
      {({ tables: { steps, origins, cells } }) => (
        <>
          <Steps table={steps} />
          <Origins table={origins} everybody={steps.rows} />
          <ChartFrame name="cells" table={cells} />
        </>
      )}
    </ReportPage>
  )
}

function Steps({ table }: { table: TableDocument<StepRow> }) {
  const { parameters, report } = useShownReport()
  const contracts = report.tables.origins?.columns.find(({ name }) => name === 'contracted')
  const areContractsYoung = Boolean(contracts?.ripe_on)
  const isEmpty = table.rows.every(({ amount }) => amount === 0)
  const behind = ({ step, amount }: Pick<StepRow, 'step' | 'amount'>) =>
    amount > 0 && step in OUTCOMES
      ? reservationsBehind(parameters, {}, OUTCOMES[step as keyof typeof OUTCOMES])
      : null
  return (
    <ChartFrame
      name="steps"
      table={table}
      linkOf={(column, row) => (column === 'amount' ? behind(row) : null)}
    >
      {isEmpty ? (
        <EmptyPicture words="In diesem Zeitraum gab es weder Besuche noch Reservierungen." />
      ) : (
        <FunnelPicture
          label={table.sentence || table.title}
          stages={stagesOf(table.rows, areContractsYoung)}
          linkOf={behind}
        />
      )}
    </ChartFrame>
  )
}

interface OriginsProps {
  table: TableDocument<FunnelOriginRow>
  everybody: readonly StepRow[]
}

function Origins({ table, everybody }: OriginsProps) {
  const { parameters } = useShownReport()
  const { pathname } = useLocation()
  const filters = (row: FunnelOriginRow) => ({ ...parameters.filters, ...originFilters(row) })
  return (
    <ChartFrame
      name="origins"
      table={table}
      linkOf={(column, row) => {
        if (column === 'channel')
          return `${pathname}?${addressQuery({ ...parameters, filters: filters(row) }, TAKES)}`
        if (!(column in OUTCOMES)) return null
        const step = column as keyof typeof OUTCOMES
        return (row[step] ?? 0) > 0
          ? reservationsBehind(parameters, filters(row), OUTCOMES[step])
          : null
      }}
    >
      {table.rows.length > 0 && (
        <OriginSteps
          label={table.sentence || table.title}
          rows={table.rows}
          everybody={everybody}
          total={table.total_rows}
          parameters={parameters}
          takes={TAKES}
        />
      )}
    </ChartFrame>
  )
}
