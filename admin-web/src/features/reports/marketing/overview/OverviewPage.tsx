import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { Row, TableDocument } from '@/features/reports/frame/document'
import { NoteNumbers } from '@/features/reports/frame/NoteNumbers'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import {
  type ParameterSpec,
  type Parameters,
  sharedQuery,
} from '@/features/reports/frame/parameters/parameters'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import type { ChartDocument, ChartMark } from '@/ui/chart/chart'
import { CellStrip } from '@/ui/drawing/CellStrip'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { Section } from '@/ui/page/Section'
import { LargeFigures } from './LargeFigures'
import { botsParts, botsWords, consentParts, consentWords, type Totals } from './overview'

const TAKES: ParameterSpec = { period: true, comparison: true, bots: true, filters: true }

/** What comes, what it costs, what stays. */
export function OverviewPage() {
  return (
    <ReportPage name="overview" title="Überblick" takes={TAKES} height={1250}>
      {({ tables: { totals, days }, compared }, { parameters }) => (
        <>
          <LargeFigures table={totals} />
          <p className="muted">
            <Link to="/alerts?figure=sessions">Hinweis auf eine dieser Zahlen einrichten</Link>
          </p>
          {compared && <ByOrigin parameters={parameters} />}
          <Days table={days} parameters={parameters} />
          {totals.rows[0] && <Honesty totals={totals.rows[0]} />}
        </>
      )}
    </ReportPage>
  )
}

/** Which origins the difference between both periods comes from. */
const ByOrigin = ({ parameters }: { parameters: Parameters }) => (
  <p className="flush no-print">
    <Link to={`/reports/breakdown?field=channel_group&${sharedQuery(parameters)}`}>
      Beide Zeiträume nach Herkunft
    </Link>
  </p>
)

interface DaysProps {
  table: TableDocument<Row>
  parameters: Parameters
}

function Days({ table, parameters }: DaysProps) {
  const { report } = useShownReport()
  const period = { from: String(report.parameters.from), to: String(report.parameters.to) }
  const notes = useDayNotes(period)
  return (
    <ChartFrame
      name="days"
      table={table}
      linkOf={(column, { day }) =>
        column === 'reservations' && typeof day === 'string'
          ? reservationsBehind({ ...parameters, from: day, to: day })
          : null
      }
    >
      <ReportCharts
        table={table}
        marks={(chart) => marksOf(chart, notes)}
        linkOf={(_, { first, last }) =>
          first && last ? reservationsBehind({ ...parameters, from: first, to: last }) : null
        }
      />
      <NoteNumbers notes={notes} />
    </ChartFrame>
  )
}

/** The remarks that belong to all charts. */
function useDayNotes({ from, to }: { from: string; to: string }): readonly ChartNote[] {
  const { data } = useStaffQuery('/api/staff/notes', { params: { query: { from, to } } })
  return data?.data.filter(({ campaign_id }) => campaign_id === null) ?? NO_NOTES
}

/** The numbers of the remarks at the columns of their days. */
function marksOf({ points }: ChartDocument, notes: readonly ChartNote[]): ChartMark[] {
  const columns = points.map(({ first, last }) => ({ day: first ?? '', last: last ?? '' }))
  return notesByColumn(columns, notes).map(([day, label]) => ({
    index: columns.findIndex((column) => column.day === day),
    label,
  }))
}

const NO_NOTES: readonly ChartNote[] = []

/** What the figures cannot know, and what they leave out. */
function Honesty({ totals }: { totals: Totals }) {
  const { report } = useShownReport()
  const withBots = report.parameters.with_bots === true
  return (
    <Section title="Was die Zahlen wissen">
      <div className="figure coverage">
        <p className="flush">{consentWords(totals)}</p>
        {totals.sessions > 0 && (
          <CellStrip label="Besuche nach Einwilligung" parts={consentParts(totals)} />
        )}
        <p className="flush">{botsWords(totals, withBots)}</p>
        {totals.flagged_sessions > 0 && (
          <CellStrip label="Menschen und Bots" parts={botsParts(totals, withBots)} />
        )}
      </div>
    </Section>
  )
}
