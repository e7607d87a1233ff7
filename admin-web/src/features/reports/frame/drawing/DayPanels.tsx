import { type PointerEvent, useState } from 'react'
import { dayShort } from '@/lib/days'
import { Drawing } from '@/ui/drawing/Drawing'
import { type ChartNote, notesByColumn } from '@/ui/drawing/notesByColumn'
import { labelEvery } from '@/ui/drawing/scale'
import type { Row } from '../document'
import type { Period } from '../parameters/periods'
import { type Bucket, bucketed, bucketName, bucketWords, unfinishedWords } from './buckets'
import { CellPanel, PANEL, PANEL_HEAD, type Panel, type PanelPlace } from './CellPanel'
import { ColumnLink } from './ColumnLink'

/** Columns that can still be told apart. */
const MOST = { wide: 92, narrow: 32 }
const AXIS = 26
const HEAD = 22
/** Room for what the marked columns are. */
const FOOT = 20
/** Room for the numbers of remarks. */
const NUMBERS = 20
const SIDE = 4
const LABEL = 52

interface DayPanelsProps {
  label: string
  rows: readonly Row[]
  period: Period
  /** When the rows are from: that day is not over. */
  today: string
  panels: readonly Panel[]
  /** What the dashed line is, where the rows have `<measure>_before`. */
  before?: string | null
  notes?: readonly ChartNote[]
  /** Where a column leads, by click or by keyboard. */
  linkOf?: (days: { from: string; to: string }) => string
}

/**
 * Drawings over the same days, one below the other: columns of cells, the period before as a dashed
 * line over them, remarks as numbered lines through all.
 */
export function DayPanels(props: DayPanelsProps) {
  const { panels, before = null } = props
  const [pointed, setPointed] = useState<Bucket | null>(null)
  const head = (before ? HEAD : 0) + (props.notes?.length ? NUMBERS : 0)
  const height = head + panels.length * PANEL + AXIS + FOOT
  const columnsOf = (isNarrow: boolean) => columnsIn(props, isNarrow ? MOST.narrow : MOST.wide)
  const { linkOf } = props
  return (
    <div className="panels">
      <Drawing
        label={props.label}
        height={height}
        over={({ width, isNarrow }) =>
          linkOf && (
            <ColumnLink
              columns={columnsOf(isNarrow)}
              pointed={pointed}
              onPoint={setPointed}
              linkOf={linkOf}
              wordsOf={(column) => pointedWords(column, panels)}
              place={{
                left: SIDE,
                top: head,
                width: width - 2 * SIDE,
                height: panels.length * PANEL,
              }}
            />
          )
        }
      >
        {({ width, isNarrow }) => (
          <Columns
            {...props}
            columns={columnsOf(isNarrow)}
            width={width}
            head={head}
            pointed={pointed}
            onPoint={setPointed}
          />
        )}
      </Drawing>
      <p className="pointer muted tabular no-print" aria-hidden="true">
        {pointed
          ? pointedWords(pointed, panels)
          : linkOf
            ? 'Zeigen Sie auf eine Spalte, um ihre Zahlen zu lesen. Ein Klick öffnet ihre Reservierungen.'
            : 'Zeigen Sie auf eine Spalte, um ihre Zahlen zu lesen.'}
      </p>
    </div>
  )
}

function columnsIn({ rows, period, today, panels }: DayPanelsProps, most: number): Bucket[] {
  const measures = panels.flatMap(({ measure }) => [measure, `${measure}_before`])
  return bucketed(rows, period, measures, most, today)
}

const pointedWords = (column: Bucket, panels: readonly Panel[]): string =>
  [
    column.unfinished ? `${bucketName(column)} (${column.unfinished})` : bucketName(column),
    ...panels.map(({ measure, label, words }) => {
      const value = column.sums[measure] ?? null
      return `${label} ${value === null ? '–' : words(value)}`
    }),
  ].join(' · ')

interface ColumnsProps extends DayPanelsProps {
  columns: readonly Bucket[]
  width: number
  head: number
  pointed: Bucket | null
  onPoint: (column: Bucket | null) => void
}

function Columns(props: ColumnsProps) {
  const { columns, panels, before, notes = [], width, head, pointed, onPoint } = props
  const place: PanelPlace = { left: SIDE, step: (width - 2 * SIDE) / Math.max(1, columns.length) }
  const bottom = head + panels.length * PANEL

  function point(event: PointerEvent<SVGRectElement>) {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / wide) * columns.length)
    onPoint(columns[Math.min(columns.length - 1, Math.max(0, index))] ?? null)
  }

  return (
    <>
      {before && <Legend before={before} isDaily={bucketWords(columns) === ''} />}
      <Pointed columns={columns} pointed={pointed} place={place} top={head} bottom={bottom} />
      {panels.map((panel, index) => (
        <CellPanel
          key={panel.measure}
          panel={panel}
          columns={columns}
          place={place}
          width={width}
          top={head + index * PANEL}
          isCompared={Boolean(before)}
        />
      ))}
      <Notes columns={columns} notes={notes} place={place} top={head} bottom={bottom} />
      <Unfinished words={unfinishedWords(columns)} width={width} y={bottom + AXIS + 10} />
      <DayAxis columns={columns} place={place} width={width} y={bottom} />
      <rect
        className="pointer-area"
        x={SIDE}
        y={head}
        width={width - 2 * SIDE}
        height={bottom - head}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      />
    </>
  )
}

function Unfinished({ words, width, y }: { words: string; width: number; y: number }) {
  return (
    <text className="unfinished-words" x={width} y={y} textAnchor="end">
      {words}
    </text>
  )
}

function Legend({ before, isDaily }: { before: string; isDaily: boolean }) {
  return (
    <g>
      <path className="line-before" d="M4 8h26" />
      <text x={38} y={12}>
        {before}
        {isDaily && ', gleicher Wochentag'}
      </text>
    </g>
  )
}

interface MarksProps {
  columns: readonly Bucket[]
  place: PanelPlace
  top: number
  bottom: number
}

function Pointed({
  columns,
  pointed,
  place,
  top,
  bottom,
}: MarksProps & { pointed: Bucket | null }) {
  const index = columns.findIndex(({ day }) => day === pointed?.day)
  if (index < 0) return null
  const x = place.left + index * place.step
  return <rect className="pointed" x={x} y={top} width={place.step} height={bottom - top} />
}

/** Lines through the panels, which leave their words out. */
function Notes(props: MarksProps & { notes: readonly ChartNote[] }) {
  const { columns, notes, place, top, bottom } = props
  return notesByColumn(columns, notes).map(([day, numbers]) => {
    const x = place.left + (columns.findIndex((one) => one.day === day) + 0.5) * place.step
    let d = ''
    for (let panel = top; panel < bottom; panel += PANEL)
      d += `M${x} ${panel + PANEL_HEAD - 6}V${panel + PANEL}`
    return (
      <g key={day} className="remark-mark">
        <path d={d} />
        <text x={x} y={top - 4} textAnchor="middle">
          {numbers}
        </text>
      </g>
    )
  })
}

interface DayAxisProps {
  columns: readonly Bucket[]
  place: PanelPlace
  width: number
  y: number
}

function DayAxis({ columns, place, width, y }: DayAxisProps) {
  const every = labelEvery(columns.length, width, LABEL)
  return (
    <g>
      <path className="axis" d={`M0 ${y}H${width}`} />
      {columns.map(({ day }, index) => {
        if (index % every !== 0) return null
        const x = place.left + (index + 0.5) * place.step
        const isAtEnd = x + LABEL / 2 > width
        return (
          <text
            key={day}
            x={isAtEnd ? width : Math.max(x, LABEL / 2 - 6)}
            y={y + 18}
            textAnchor={isAtEnd ? 'end' : 'middle'}
          >
            {dayShort(day)}
          </text>
        )
      })}
    </g>
  )
}
