import { useNavigate } from 'react-router-dom'
import { changeOf } from '@/features/reports/frame/tables/changes'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'
import { Drawing } from '@/ui/drawing/Drawing'
import {
  cellsPath,
  columnsEnd,
  notchesPath,
  type ParcelPlace,
  wholeCellsPath,
} from '@/ui/drawing/parcel'
import {
  type Counted,
  cellWords,
  lossWords,
  moreWords,
  type Stage,
  shareShort,
  shareWords,
} from './funnel'
import { cellsOf, type Layout, layoutOf, ROWS } from './layout'

interface FunnelPictureProps {
  label: string
  stages: readonly Stage[]
  /** Where a step leads; `null` for steps that are no reservations. */
  linkOf: (stage: Stage) => string | null
}

/** Each step is a parcel of cells; full are those who went on, empty those who did not. */
export function FunnelPicture({ label, stages, linkOf }: FunnelPictureProps) {
  const isCompared = stages.some(({ fullBefore }) => fullBefore !== null)
  return (
    <Drawing label={label} height={(isNarrow) => layoutOf(stages, 0, isNarrow).height}>
      {({ width, isNarrow }) => {
        const layout = layoutOf(stages, width, isNarrow)
        return (
          <g className="funnel">
            {(['visits', 'reservations'] as const).map((counted) => (
              <Field
                key={counted}
                counted={counted}
                stages={stages.filter((stage) => stage.counted === counted)}
                layout={layout}
                width={width}
                isNarrow={isNarrow}
                linkOf={linkOf}
              />
            ))}
            <Track layout={layout} width={width} isNarrow={isNarrow} />
            {isCompared && <TickLegend x={isNarrow ? 168 : 6} y={0} />}
          </g>
        )
      }}
    </Drawing>
  )
}

interface FieldProps {
  counted: Counted
  stages: readonly Stage[]
  layout: Layout
  width: number
  isNarrow: boolean
  linkOf: FunnelPictureProps['linkOf']
}

function Field({ counted, stages, layout, width, isNarrow, linkOf }: FieldProps) {
  const { unit, wide } = cellsOf(counted, stages, layout.field, isNarrow)
  return (
    <g className={counted === 'visits' ? 'visits' : 'reservations'}>
      <text x={layout.left} y={layout.heads[counted] + 14}>
        {cellWords(counted, unit)}
      </text>
      {stages.map((stage) => {
        const y = layout.tops.get(stage.step) ?? 0
        const place = { x: layout.left, y, rows: ROWS, wide, high: layout.cell }
        return (
          <g key={stage.step}>
            {isNarrow ? (
              <NarrowName stage={stage} y={y} width={width} />
            ) : (
              <WideName stage={stage} y={y} />
            )}
            <Parcel stage={stage} place={place} unit={unit} />
            <Loss stage={stage} place={place} unit={unit} x={layout.words} isNarrow={isNarrow} />
            <ClickArea
              to={linkOf(stage)}
              name="Diese Reservierungen öffnen"
              y={y - (isNarrow ? 30 : 6)}
              width={width}
              height={ROWS * layout.cell + (isNarrow ? 34 : 12)}
            />
          </g>
        )
      })}
    </g>
  )
}

function WideName({ stage, y }: { stage: Stage; y: number }) {
  const change = changeOf('count', stage.amount, stage.amountBefore)
  return (
    <>
      <text x={0} y={y + 11} className="title">
        {formatCell('step', stage.step)}
      </text>
      <text x={0} y={y + 33} className="number">
        {formatNumber(stage.amount)}
        <tspan className="beside" dx={8}>
          {change?.words}
        </tspan>
      </text>
      <text x={0} y={y + 51}>
        {shareWords(stage)}
      </text>
    </>
  )
}

function NarrowName({ stage, y, width }: { stage: Stage; y: number; width: number }) {
  return (
    <>
      <text x={0} y={y - 13} className="title">
        {formatCell('step', stage.step)}
      </text>
      <text x={width} y={y - 13} textAnchor="end">
        {shareShort(stage)}
        <tspan className="number small" dx={stage.share === null ? 0 : 8}>
          {formatNumber(stage.amount)}
        </tspan>
      </text>
    </>
  )
}

interface ParcelProps {
  stage: Stage
  place: ParcelPlace
  unit: number
}

function Parcel({ stage, place, unit }: ParcelProps) {
  const { fullBefore, step } = stage
  const all = stage.all / unit
  const full = stage.full / unit
  const tick = fullBefore === null ? null : columnsEnd(place, (all * fullBefore) / 1_000_000) - 1
  return (
    <>
      <path className="cell-empty" d={wholeCellsPath(place, full, all)} />
      <path className="cell-full" d={cellsPath(place, 0, full)} />
      {step === 'contracted' && <path className="notch" d={notchesPath(place, full)} />}
      {tick !== null && all > 0 && <Tick x={tick} y={place.y - 2} height={ROWS * place.high + 2} />}
    </>
  )
}

/** Where it was in the period compared with: a peg with a head, so that it is no edge of a cell. */
function Tick({ x, y, height }: { x: number; y: number; height: number }) {
  return <path className="peg" d={`M${x} ${y}v${height}M${x - 4} ${y - 4}h8l-4 5z`} />
}

function TickLegend({ x, y }: { x: number; y: number }) {
  return (
    <g>
      <Tick x={x} y={y + 4} height={12} />
      <text x={x + 13} y={y + 14}>
        Anteil davor
      </text>
    </g>
  )
}

interface LossProps extends ParcelProps {
  x: number
  isNarrow: boolean
}

function Loss({ stage, place, unit, x, isNarrow }: LossProps) {
  const loss = lossWords(stage)
  if (!loss) return null
  const y = isNarrow ? place.y + ROWS * place.high + 15 : place.y + 17
  const end = columnsEnd(place, stage.all / unit)
  return (
    <>
      {!isNarrow && end + 24 < x && (
        <path className="furrow" d={`M${end + 8} ${place.y + 12}H${x - 10}`} />
      )}
      <text x={x} y={y} className="onward">
        {loss}
      </text>
      <text x={x} y={y + 19}>
        {moreWords(stage)}
      </text>
    </>
  )
}

interface TrackProps {
  layout: Layout
  width: number
  isNarrow: boolean
}

/** The track between two fields that are counted differently. */
function Track({ layout, width, isNarrow }: TrackProps) {
  const y = layout.track
  return (
    <g className="field-path">
      <path d={`M0 ${y + 4}H${width}M0 ${y + 18 + WORDS.length * 19}H${width}`} />
      {WORDS.map((line, index) => (
        <text key={line} x={isNarrow ? 0 : layout.left} y={y + 24 + index * 19}>
          {line}
        </text>
      ))}
    </g>
  )
}

const WORDS = [
  'Ab hier zählen Reservierungen, keine Besuche',
  'mehr. Beides muss nicht gleich sein.',
]

interface ClickAreaProps {
  /** Nothing is clickable without. */
  to: string | null
  /** What a pointer that rests on it is told. */
  name: string
  /** Without it the area is a row over the whole width, a little wider than what is drawn. */
  x?: number
  y: number
  width: number
  height: number
}

/** How far a row reaches beyond its drawing, so that its tint does not end with a letter. */
const BESIDE = 8

/** A part of a drawing that leads to what it counts. The table below has the same as links, for the keyboard. */
function ClickArea({ to, name, x, width, ...place }: ClickAreaProps) {
  const navigate = useNavigate()
  if (to === null) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same as links
    <rect
      className="click-area"
      {...place}
      x={x ?? -BESIDE}
      width={x === undefined ? width + 2 * BESIDE : width}
      onClick={() => navigate(to)}
    >
      <title>{name}</title>
    </rect>
  )
}
