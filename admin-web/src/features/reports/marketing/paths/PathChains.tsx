import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { formatNumber } from '@/lib/format'
import { cellUnit, rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { oneLine, textWidth } from '@/ui/drawing/text'
import { BLOCK, type Chain, chainOf, LINE, MORE_FONT, NAME_FONT, type PlacedStation } from './chain'
import { contractWords, KIND_NAMES, type PathRow, type StationKind, stationsOf } from './paths'

type SignKind = Exclude<StationKind, 'more'> | 'end'

interface PathChainsProps {
  label: string
  rows: readonly PathRow[]
  /** Of all paths there are. */
  total: number
  /** Where a path leads. */
  linkOf: (row: PathRow) => string | null
}

const MOST = 12
const COUNT = 132
const END_WORDS = 152
const PADDING = 14
/** On small screens the number stands above its path. */
const NARROW_HEAD = 38
const MOST_CELLS = { wide: 10, narrow: 24 }

/** The paths most took: stations one after the other, as many cells as reservations came by them. */
export function PathChains({ label, rows, total, linkOf }: PathChainsProps) {
  const shown = rows.slice(0, MOST)
  const most = Math.max(1, ...shown.map(({ reservations }) => reservations))
  return (
    <>
      <Measured label={label} rows={shown} most={most} linkOf={linkOf} />
      <p className="tiny muted flush">
        Die Zellen unter einer Zahl zeigen, wie viele es im Vergleich zum häufigsten Weg sind.
        {total > shown.length &&
          ` Gezeigt sind ${shown.length} von ${formatNumber(total)} Zeilen, alle in der Tabelle.`}{' '}
        Wege, die weniger als fünf nahmen, stehen zusammen.
      </p>
    </>
  )
}

const LEGEND: readonly (readonly [kind: SignKind, words: string])[] = [
  ...(Object.entries(KIND_NAMES) as [SignKind, string][]),
  ['end', 'Reservierung'],
]
const LEGEND_LINE = 26
const LEGEND_HIGH = 14

/** The signs with their names, on as many lines as it takes. */
function legendOf(width: number) {
  let x = 0
  let line = 0
  const signs = LEGEND.map(([kind, words]) => {
    const wide = 26 + textWidth(words, MORE_FONT)
    if (x > 0 && x + wide > width) {
      x = 0
      line++
    }
    const place = { kind, words, x, y: line * LEGEND_LINE }
    x += wide + 22
    return place
  })
  return { signs, height: (line + 1) * LEGEND_LINE + LEGEND_HIGH }
}

const Legend = ({ width }: { width: number }) =>
  legendOf(width).signs.map(({ kind, words, x, y }) => (
    <g key={kind}>
      <Sign kind={kind} x={x} y={y + 4} />
      <text x={x + 26} y={y + 15}>
        {words}
      </text>
    </g>
  ))

interface MeasuredProps {
  label: string
  rows: readonly PathRow[]
  most: number
  linkOf: (row: PathRow) => string | null
}

/** How high it is depends on how the chains break, and that on the width. */
function Measured({ label, rows, most, linkOf }: MeasuredProps) {
  return (
    <Drawing label={label} height={(isNarrow, width) => placed(rows, width, isNarrow).height}>
      {({ width, isNarrow }) => (
        <>
          <Legend width={width} />
          {placed(rows, width, isNarrow).paths.map(({ row, chain, y }) => {
            const Path = isNarrow ? NarrowPath : WidePath
            return (
              <g key={row.path}>
                <Path row={row} chain={chain} y={y} width={width} most={most} />
                <ClickArea
                  to={linkOf(row)}
                  name="Diese Reservierungen öffnen"
                  y={y + 4}
                  width={width}
                  height={heightOf(chain, isNarrow) - 8}
                />
              </g>
            )
          })}
        </>
      )}
    </Drawing>
  )
}

const heightOf = (chain: Chain, isNarrow: boolean): number =>
  chain.lines * LINE - (LINE - BLOCK) + 2 * PADDING + (isNarrow ? NARROW_HEAD : 0)

function placed(rows: readonly PathRow[], width: number, isNarrow: boolean) {
  const room = isNarrow ? width : width - COUNT - END_WORDS
  let height = legendOf(width).height
  const paths = rows.map((row) => {
    const chain = chainOf(stationsOf(row.path), Math.max(120, room))
    const y = height
    height += heightOf(chain, isNarrow)
    return { row, chain, y }
  })
  return { paths, height }
}

interface PathProps {
  row: PathRow
  chain: Chain
  y: number
  width: number
  most: number
}

function WidePath({ row, chain, y, width, most }: PathProps) {
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={y + PADDING + 18} className="number">
        {formatNumber(row.reservations)}
      </text>
      <Count row={row} x={0} y={y + PADDING + 28} width={COUNT - 32} most={most} isNarrow={false} />
      <Blocks chain={chain} x={COUNT} y={y + PADDING} />
      <text x={width} y={y + PADDING + 25} textAnchor="end">
        {contractWords(row)}
      </text>
    </g>
  )
}

function NarrowPath({ row, chain, y, width, most }: PathProps) {
  return (
    <g>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={y + PADDING + 12} className="number">
        {formatNumber(row.reservations)}
      </text>
      <text x={width} y={y + PADDING + 11} textAnchor="end">
        {contractWords(row)}
      </text>
      <Count row={row} x={0} y={y + PADDING + 20} width={width} most={most} isNarrow />
      <Blocks chain={chain} x={0} y={y + PADDING + NARROW_HEAD} />
    </g>
  )
}

interface CountProps {
  row: PathRow
  x: number
  y: number
  width: number
  most: number
  isNarrow: boolean
}

function Count({ row, x, y, width, most, isNarrow }: CountProps) {
  const unit = cellUnit(most, isNarrow ? MOST_CELLS.narrow : MOST_CELLS.wide)
  const cells = Math.ceil(most / unit)
  return (
    <g className="reservations">
      <path
        className="cell-full"
        d={rowPath({ x, y, height: 9, cellWidth: width / cells }, row.reservations / unit)}
      />
    </g>
  )
}

function Blocks({ chain, x, y }: { chain: Chain; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {chain.stations.map((placedStation, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may come by the same station twice
          key={index}
          placed={placedStation}
        />
      ))}
      <Sign kind="end" x={chain.end.x} y={chain.end.line * LINE + BLOCK / 2 - 6} />
    </g>
  )
}

function Block({ placed: { station, x, line, width } }: { placed: PlacedStation }) {
  const top = line * LINE
  const left = x + (station.kind === 'more' ? 12 : 40)
  const room = width - (left - x) - 8
  const middle = top + BLOCK / 2
  return (
    <g className="station">
      <rect x={x} y={top} width={width} height={BLOCK} rx={4} />
      <path className="arrow" d={`M${x + width + 5} ${middle}h16m-5 -4.5l5 4.5l-5 4.5`} />
      {station.kind !== 'more' && <Sign kind={station.kind} x={x + 12} y={middle - 6} />}
      <text x={left} y={station.more ? top + 18 : middle + 5} className="name">
        {oneLine(station.name, room, NAME_FONT)}
      </text>
      {station.more && (
        <text x={left} y={top + 34}>
          {oneLine(station.more, room, MORE_FONT)}
        </text>
      )}
    </g>
  )
}

interface SignProps {
  kind: SignKind
  x: number
  y: number
}

/** Signs of the four ways to come: full, half, empty, dashed; and of where they all end. */
function Sign({ kind, x, y }: SignProps) {
  const whole = `M${x} ${y}h18v12h-18z`
  if (kind === 'referral')
    return (
      <>
        <path className="c-invited" d={whole} />
        <path className="c-pine" d={`M${x} ${y}h9v12h-9z`} />
      </>
    )
  // The end has a seed in it: without colour it is no campaign.
  const seed = kind === 'end' ? `M${x + 6} ${y + 4}v4h6v-4z` : ''
  return <path className={SIGNS[kind]} d={whole + seed} />
}

const SIGNS = { campaign: 'c-module', site: 'c-free', direct: 'c-ended', end: 'path-end' } as const
