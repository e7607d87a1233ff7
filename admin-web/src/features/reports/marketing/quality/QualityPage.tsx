import { useLocation } from 'react-router-dom'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { TableDocument } from '@/features/reports/frame/document'
import { PictureChoice } from '@/features/reports/frame/filters/PictureChoice'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { originFilters } from '@/features/reports/frame/parameters/origin'
import {
  addressQuery,
  ownText,
  type ParameterSpec,
} from '@/features/reports/frame/parameters/parameters'
import type { ParameterState } from '@/features/reports/frame/parameters/useParameters'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { EmptyPicture } from '@/ui/drawing/EmptyPicture'
import { CampaignRanges } from './CampaignRanges'
import { CohortTriangle } from './CohortTriangle'
import { type CampaignRow, type CohortRow, cohortsOf, OUTCOMES, type Outcome } from './quality'
import '@/features/reports/frame/pictures.css'

const TAKES: ParameterSpec = { period: true, filters: true, shown: { outcome: 'contracted' } }

/** What became of reservations by where they came from, and whether that can be said yet. */
export function QualityPage() {
  return (
    <ReportPage name="quality" title="Qualität und Alter" takes={TAKES} height={1400}>
      {({ tables: { campaigns, cohorts } }, state) => (
        <>
          <Campaigns table={campaigns} />
          <Cohorts table={cohorts} state={state} />
        </>
      )}
    </ReportPage>
  )
}

function Campaigns({ table }: { table: TableDocument<CampaignRow> }) {
  const { parameters } = useShownReport()
  const { pathname } = useLocation()
  const filters = (row: CampaignRow) => ({ ...parameters.filters, ...originFilters(row) })
  const originLink = (row: CampaignRow) =>
    `${pathname}?${addressQuery({ ...parameters, filters: filters(row) }, TAKES)}`
  const reservationsLink = (row: CampaignRow) => reservationsBehind(parameters, filters(row))
  return (
    <ChartFrame
      name="campaigns"
      table={table}
      linkOf={(column, row) => {
        if (column === 'channel') return originLink(row)
        if (column === 'reservations') return reservationsLink(row)
        if (!(column in OUTCOMES)) return null
        const outcome = column as Outcome
        return row[outcome] > 0 ? reservationsBehind(parameters, filters(row), outcome) : null
      }}
    >
      {table.rows.length > 0 ? (
        <CampaignRanges
          label={table.sentence || table.title}
          rows={table.rows}
          total={table.total_rows}
          originLink={originLink}
          reservationsLink={reservationsLink}
        />
      ) : (
        <EmptyPicture words="In diesem Zeitraum gab es keine Reservierungen." />
      )}
    </ChartFrame>
  )
}

interface CohortsProps {
  table: TableDocument<CohortRow>
  state: ParameterState
}

function Cohorts({ table, state }: CohortsProps) {
  const outcome = outcomeOf(ownText(state.parameters, 'outcome'))
  const cohorts = cohortsOf(table.rows, outcome)
  return (
    <ChartFrame
      name="cohorts"
      table={table}
      choices={
        <PictureChoice
          label="Anteil"
          choices={OUTCOMES}
          value={outcome}
          onValue={(next) => state.changeOwn({ outcome: next })}
        />
      }
    >
      {cohorts.length > 0 ? (
        <CohortTriangle label={`${table.title}: ${OUTCOMES[outcome]}`} cohorts={cohorts} />
      ) : (
        <EmptyPicture words="Noch ist keine Woche dieses Zeitraums lange genug her." />
      )}
    </ChartFrame>
  )
}

const outcomeOf = (name: string): Outcome => (name in OUTCOMES ? (name as Outcome) : 'contracted')
