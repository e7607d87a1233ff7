import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { Row, TableDocument } from '@/features/reports/frame/document'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
import { NoteNumbers } from '@/features/reports/frame/NoteNumbers'
import { filterBy, reservationsBehind } from '@/features/reports/frame/parameters/drill'
import {
  ownText,
  type ParameterSpec,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import type { ParameterState } from '@/features/reports/frame/parameters/useParameters'
import { BREAKDOWN_FIELDS } from '@/features/reports/frame/parameters/words'
import { ReportCharts } from '@/features/reports/frame/ReportCharts'
import { ReportPage } from '@/features/reports/frame/ReportPage'
import { useShownReport } from '@/features/reports/frame/reportContext'
import type { ChartDocument, ChartMark } from '@/ui/chart/chart'
import { CellStrip } from '@/ui/drawing/CellStrip'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { Section } from '@/ui/page/Section'
import { LargeFigures } from './LargeFigures'
import { botsParts, botsWords, consentParts, consentWords, type Totals } from './overview'

const TAKES: ParameterSpec = {
  period: true,
  comparison: true,
  bots: true,
  filters: true,
  own: { field: 'channel_group' },
}

/** What comes, what it costs, what stays. */
export function OverviewPage() {
  return (
    <ReportPage name="overview" title="Überblick" takes={TAKES} height={1250}>
      {({ tables: { totals, days, changes }, compared }, state) => (
        <>
          <LargeFigures table={totals} />
          <p className="muted">
            <Link to="/alerts?figure=sessions">Hinweis auf eine dieser Zahlen einrichten</Link>
          </p>
          {compared && changes && <Changes table={changes} state={state} />}
          <Days table={days} parameters={state.parameters} />
          {totals.rows[0] && <Honesty totals={totals.rows[0]} />}
        </>
      )}
    </ReportPage>
  )
}

/** Which origins the difference between both periods comes from. */
function Changes({ table, state }: { table: TableDocument<Row>; state: ParameterState }) {
  const field = ownText(state.parameters, 'field')
  return (
    <ChartFrame
      name="changes"
      table={table}
      linkOf={(column, { value }) =>
        column === 'reservations'
          ? reservationsBehind(state.parameters, filterBy(field, value))
          : null
      }
      choices={
        <ChoiceField
          label="Woran es liegt, nach"
          choices={BREAKDOWN_FIELDS}
          value={field}
          onValue={(next) => state.changeOwn({ field: next })}
        />
      }
    />
  )
}

/** Nobody plans by them; files have them. */
const IN_FILES = ['bound_kwh', 'bound_kwh_before']

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
      without={IN_FILES}
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
