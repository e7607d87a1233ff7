import { Link } from 'react-router-dom'
import { useStaffQuery } from '@/api/useStaffQuery'
import { ChartFrame } from '@/features/reports/frame/ChartFrame'
import type { Row, TableDocument } from '@/features/reports/frame/document'
import { FigureSheet } from '@/features/reports/frame/FigureSheet'
import { ChoiceField } from '@/features/reports/frame/filters/ChoiceField'
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
import { ChangeMark } from '@/features/reports/frame/tables/ChangeMark'
import { formatCell, NO_COSTS } from '@/features/reports/frame/tables/kinds'
import { unripeWords } from '@/features/reports/frame/tables/ripeness'
import { formatDay } from '@/lib/format'
import type { ChartDocument, ChartMark } from '@/ui/chart/chart'
import { CellStrip } from '@/ui/drawing/CellStrip'
import { type ChartNote, inOrder, notesByColumn } from '@/ui/drawing/notesByColumn'
import { Section } from '@/ui/page/Section'
import { botsParts, botsWords, consentParts, consentWords, FIGURES, type Totals } from './overview'

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

/** The remarks behind the numbers in a drawing. */
function NoteNumbers({ notes }: { notes: readonly ChartNote[] }) {
  if (notes.length === 0) return null
  return (
    <ol className="ruled remarks" data-numbered aria-label="Anmerkungen">
      {inOrder(notes).map(({ id, day, text }) => (
        <li key={id}>
          <span>
            <time className="tabular muted" dateTime={day}>
              {formatDay(day)}
            </time>
            <span>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Six figures, each with its change and with where it comes from. */
function LargeFigures({ table }: { table: TableDocument<Totals> }) {
  const { parameters } = useShownReport()
  const totals = table.rows[0]
  if (!totals) return null
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  return (
    <FigureSheet table={table}>
      <dl>
        {FIGURES.map(([name, sum]) => {
          const column = columns.get(name)
          if (!column) return null
          const { kind, label, meaning, ripe_on } = column
          const words = formatCell(kind, totals[name])
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <span className="number">
                  {name === 'reservations' ? (
                    <Link to={reservationsBehind(parameters)}>{words}</Link>
                  ) : (
                    words
                  )}
                </span>
                {ripe_on ? (
                  <span className="movement">{unripeWords(ripe_on)}</span>
                ) : (
                  <ChangeMark kind={kind} value={totals[name]} before={totals[`${name}_before`]} />
                )}
                {name === 'cost_cents' && totals.cost_cents === null && (
                  <span className="movement">{NO_COSTS}</span>
                )}
                <details className="provenance">
                  <summary>
                    Woher kommt diese Zahl?<span className="visually-hidden"> {label}</span>
                  </summary>
                  <p>{meaning}</p>
                  <p className="tabular">{sum(totals)}</p>
                </details>
              </dd>
            </div>
          )
        })}
      </dl>
    </FigureSheet>
  )
}
