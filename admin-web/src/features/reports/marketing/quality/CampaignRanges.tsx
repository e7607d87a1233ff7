import { originTitle } from '@/features/reports/frame/parameters/origin'
import { formatNumber } from '@/lib/format'
import { rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { hatchPath } from '@/ui/drawing/hatch'
import { type Spot, Spots } from '@/ui/drawing/Spots'
import { shortened, textWidth } from '@/ui/drawing/text'
import {
  ageWords,
  type CampaignRow,
  groundWords,
  isJudged,
  OUTCOMES,
  type Outcome,
  outcomeRange,
  type Range,
  verdictWords,
} from './quality'

interface CampaignRangesProps {
  label: string
  rows: readonly CampaignRow[]
  /** Of all origins there are. */
  total: number
  /** Where an origin's name and its reservations lead. */
  originLink: (row: CampaignRow) => string
  reservationsLink: (row: CampaignRow) => string
}

const MOST = 12
/** Cells of five per cent each. */
const CELLS = 20
const BAR = 12
const NAMES = 328
const HEAD = 30
const ROW = 64
/** On small screens: the head of a block, and each of its bars. */
const BLOCK_HEAD = 56
const BLOCK_BAR = 44
const SHOWN = Object.keys(OUTCOMES) as Outcome[]
const UNJUDGED_NOTE = 'Schraffiert heißt: Das lässt sich noch nicht beurteilen.'

/** Of each origin the shares with the range they are likely in; what is too young is not judged. */
export function CampaignRanges(props: CampaignRangesProps) {
  const rows = props.rows.slice(0, MOST)
  const tops = (isNarrow: boolean) => topsOf(rows, isNarrow)
  return (
    <>
      <Drawing
        label={props.label}
        height={(isNarrow) => tops(isNarrow).height}
        over={({ width, isNarrow }) => (
          <Spots spots={spotsOf(props, rows, tops(isNarrow).tops, width, isNarrow)} />
        )}
      >
        {({ width, isNarrow }) => (
          <g className="reservations">
            {!isNarrow && <Heads width={width} />}
            {rows.map((row, index) => {
              const y = tops(isNarrow).tops[index] ?? 0
              const Origin = isNarrow ? NarrowOrigin : WideOrigin
              return <Origin key={keyOf(row)} row={row} y={y} width={width} />
            })}
          </g>
        )}
      </Drawing>
      <p className="tiny muted flush">
        Eine Zelle sind fünf von hundert. Der Strich ist die Quote; so weit das helle Band reicht,
        kann sie in Wahrheit liegen (19 von 20 Mal). Wenige Reservierungen, breites Band.{' '}
        {rows.some((row) => !isJudged(row)) && UNJUDGED_NOTE}
        {props.total > rows.length &&
          ` Die ersten ${rows.length} von ${formatNumber(props.total)}, alle in der Tabelle.`}
      </p>
    </>
  )
}

const keyOf = (row: CampaignRow): string =>
  [row.channel, row.utm_source, row.utm_medium, row.utm_campaign, row.referrer_host].join('\n')

function topsOf(rows: readonly CampaignRow[], isNarrow: boolean) {
  let height = isNarrow ? 0 : HEAD
  const tops = rows.map((row) => {
    const top = height
    height += isNarrow ? BLOCK_HEAD + (isJudged(row) ? SHOWN.length : 1) * BLOCK_BAR + 10 : ROW
    return top
  })
  return { tops, height }
}

function spotsOf(
  { originLink, reservationsLink }: CampaignRangesProps,
  rows: readonly CampaignRow[],
  tops: readonly number[],
  width: number,
  isNarrow: boolean,
): Spot[] {
  const wide = isNarrow ? width : NAMES - 14
  return rows.flatMap((row, index) => {
    const y = tops[index] ?? 0
    const title = originTitle(row)
    return [
      {
        label: `Nur ${title} zeigen`,
        to: originLink(row),
        x: -4,
        y: y + 6,
        width: wide,
        height: 24,
      },
      {
        label: `${title}: ${groundWords(row)}`,
        to: reservationsLink(row),
        x: -4,
        y: y + 31,
        width: wide,
        height: 24,
      },
    ]
  })
}

const columnWidth = (width: number): number => (width - NAMES) / SHOWN.length
const columnX = (index: number, width: number): number => NAMES + index * columnWidth(width)

function Heads({ width }: { width: number }) {
  return SHOWN.map((outcome, index) => (
    <text key={outcome} x={columnX(index, width)} y={16} className="onward">
      {OUTCOMES[outcome]}
    </text>
  ))
}

interface OriginProps {
  row: CampaignRow
  y: number
  width: number
}

function WideOrigin({ row, y, width }: OriginProps) {
  const wide = columnWidth(width) - 24
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <Name row={row} y={y} width={NAMES - 24} />
      {isJudged(row) ? (
        SHOWN.map((outcome, index) => (
          <ShareBar
            key={outcome}
            range={outcomeRange(row, outcome)}
            x={columnX(index, width)}
            y={y + 10}
            width={wide}
          />
        ))
      ) : (
        <NotJudged row={row} x={NAMES} y={y + 16} width={width - NAMES - 24} />
      )}
    </g>
  )
}

function NarrowOrigin({ row, y, width }: OriginProps) {
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <Name row={row} y={y} width={width} />
      {isJudged(row) ? (
        SHOWN.map((outcome, index) => {
          const top = y + BLOCK_HEAD + index * BLOCK_BAR
          return (
            <g key={outcome}>
              <text x={width} y={top + 14} textAnchor="end">
                {OUTCOMES[outcome]}
              </text>
              <ShareBar range={outcomeRange(row, outcome)} x={0} y={top} width={width} />
            </g>
          )
        })
      ) : (
        <NotJudged row={row} x={0} y={y + BLOCK_HEAD + 2} width={width} />
      )}
    </g>
  )
}

function Name({ row, y, width }: OriginProps) {
  return (
    <g className="origin">
      <text x={0} y={y + 24} className="title">
        {shortened(originTitle(row), width, 1)[0]}
      </text>
      <text x={0} y={y + 46} className="sub-line">
        {[groundWords(row), ageWords(row.age_days)].filter(Boolean).join(' · ')}
      </text>
    </g>
  )
}

interface BarProps {
  x: number
  y: number
  width: number
}

function ShareBar({ range, x, y, width }: BarProps & { range: Range | null }) {
  if (!range) return null
  const at = (ppm: number) => x + (width * ppm) / 1_000_000
  const top = y + 22
  return (
    <g>
      <text x={x} y={y + 14} className="onward">
        {range.words}
      </text>
      <path
        className="cell-empty"
        d={rowPath({ x, y: top, height: BAR, cellWidth: width / CELLS }, CELLS)}
      />
      <path
        className="measure-band"
        d={`M${at(range.low)} ${top - 1}H${at(range.high)}v${BAR + 2}H${at(range.low)}z`}
      />
      <path className="band-middle" d={`M${at(range.share)} ${top - 3}v${BAR + 6}`} />
    </g>
  )
}

/** A fallow strip with the reason on it. */
function NotJudged({ row, x, y, width }: BarProps & { row: CampaignRow }) {
  const words = verdictWords(row)
  const room = Math.min(width, textWidth(words) + 28)
  const high = 30
  return (
    <g className="unjudged">
      <path className="fallow-land" d={hatchPath(x + room, y, Math.max(0, width - room), high)} />
      <path className="fallow-edge" d={`M${x} ${y}h${width}v${high}h${-width}z`} />
      <text x={x + 12} y={y + 20} className="onward">
        {words}
      </text>
    </g>
  )
}
