import { useLocation } from 'react-router-dom'
import { originFilters } from '@/features/reports/frame/parameters/origin'
import {
  addressQuery,
  type ParameterSpec,
  type Parameters,
} from '@/features/reports/frame/parameters/parameters'
import { rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { type Spot, Spots } from '@/ui/drawing/Spots'
import { shortened } from '@/ui/drawing/text'
import { type FunnelOriginRow, LEAST, type StepRow } from './funnel'
import {
  allSteps,
  originSteps,
  type StepShare,
  type OriginSteps as Steps,
  TRANSITIONS,
} from './originSteps'

interface OriginStepsProps {
  label: string
  rows: readonly FunnelOriginRow[]
  /** The same steps of all origins together. */
  everybody: readonly StepRow[]
  /** Of all origins there are. */
  total: number
  parameters: Parameters
  takes: ParameterSpec
}

/** More are read in the table. */
const MOST = 10
const CELLS = 10
const NAME = 224
const VISITS = 70
const HEAD = 44
const ROW = 50
/** On small screens an origin is a block of two lines of three steps. */
const COLUMNS = 3
const BLOCK = 170

/** Each origin's share that goes on at each step, ten cells for all; a click leaves only the origin. */
export function OriginSteps({
  label,
  rows,
  everybody,
  total,
  parameters,
  takes,
}: OriginStepsProps) {
  const { pathname } = useLocation()
  const all = allSteps(everybody)
  const origins = originSteps(rows, everybody, MOST)
  const lines = [all, ...origins]
  const spots = (width: number, isNarrow: boolean): Spot[] =>
    origins.map(({ name, row }, index) => ({
      label: `Nur ${name} zeigen`,
      to: `${pathname}?${addressQuery({ ...parameters, filters: { ...parameters.filters, ...originFilters(row) } }, takes)}`,
      x: -4,
      y: (isNarrow ? (index + 1) * BLOCK : HEAD + (index + 1) * ROW) + 2,
      width: isNarrow ? width + 8 : NAME,
      height: isNarrow ? 30 : ROW - 8,
    }))
  return (
    <>
      <Drawing
        label={label}
        height={(isNarrow) => (isNarrow ? lines.length * BLOCK : HEAD + lines.length * ROW)}
        over={({ width, isNarrow }) => <Spots spots={spots(width, isNarrow)} />}
      >
        {({ width, isNarrow }) =>
          isNarrow ? (
            lines.map((line, index) => (
              <Block key={line.name} line={line} y={index * BLOCK} width={width} />
            ))
          ) : (
            <>
              <Heads width={width} />
              {lines.map((line, index) => (
                <Line key={line.name} line={line} y={HEAD + index * ROW} width={width} />
              ))}
            </>
          )
        }
      </Drawing>
      <p className="tiny muted flush">
        Zehn Zellen sind alle aus dem Schritt davor, beim Vertrag alle Reservierungen. ▼ heißt: über
        ein Viertel weniger als bei allen, und das nicht nur durch Zufall. Unter {LEAST} steht die
        Zahl statt einer Quote.
        {total > origins.length &&
          ` Die ersten ${origins.length} von ${total}, alle in der Tabelle.`}
      </p>
    </>
  )
}

type AnyLine = Omit<Steps, 'row'>

const columnX = (index: number, width: number): number =>
  NAME + VISITS + 24 + index * columnWidth(width)
const columnWidth = (width: number): number => (width - NAME - VISITS - 24) / TRANSITIONS.length

function Heads({ width }: { width: number }) {
  return (
    <g>
      <text x={NAME + VISITS} y={34} textAnchor="end">
        Besuche
      </text>
      {TRANSITIONS.map(({ step, head }, index) => (
        <text key={step} x={columnX(index, width)} y={34 - (head.length - 1) * 16}>
          {head.map((words, line) => (
            <tspan key={words} x={columnX(index, width)} dy={line > 0 ? 16 : 0}>
              {words}
            </tspan>
          ))}
        </text>
      ))}
    </g>
  )
}

function Line({ line, y, width }: { line: AnyLine; y: number; width: number }) {
  const [first, second] = shortened(line.name, NAME - 8, 2)
  return (
    <g className={isAll(line) ? 'origin is-all' : 'origin'}>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={second ? y + 20 : y + 29} className="title">
        {first}
      </text>
      <text x={0} y={y + 38} className="title">
        {second}
      </text>
      <text x={NAME + VISITS} y={y + 29} textAnchor="end" className="onward">
        {line.visits}
      </text>
      {line.shares.map((share, index) => (
        <Share
          key={TRANSITIONS[index]?.step}
          share={share}
          x={columnX(index, width)}
          y={y + 10}
          width={columnWidth(width) - 22}
          isReservation={TRANSITIONS[index]?.of === 'reservation'}
        />
      ))}
    </g>
  )
}

function Block({ line, y, width }: { line: AnyLine; y: number; width: number }) {
  const wide = width / COLUMNS
  return (
    <g className={isAll(line) ? 'origin is-all' : 'origin'}>
      <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
      <text x={0} y={y + 24} className="title">
        {shortened(line.name, width - 110, 1)[0]}
      </text>
      <text x={width} y={y + 24} textAnchor="end">
        {line.visits} Besuche
      </text>
      {line.shares.map((share, index) => {
        const left = (index % COLUMNS) * wide
        const top = y + 36 + Math.floor(index / COLUMNS) * 66
        return (
          <g key={TRANSITIONS[index]?.step}>
            <text x={left} y={top + 16}>
              {TRANSITIONS[index]?.head.at(0)}
            </text>
            <Share
              share={share}
              x={left}
              y={top + 22}
              width={wide - 14}
              isReservation={TRANSITIONS[index]?.of === 'reservation'}
            />
          </g>
        )
      })}
    </g>
  )
}

const isAll = (line: AnyLine): boolean => !('row' in line)

interface ShareProps {
  share: StepShare
  x: number
  y: number
  width: number
  isReservation: boolean
}

function Share({ share: { share, words, isWeak }, x, y, width, isReservation }: ShareProps) {
  const row = { x, y: y + 19, height: 9, cellWidth: width / CELLS }
  return (
    <g className={isReservation ? 'reservations' : 'visits'}>
      <text
        x={x}
        y={y + 12}
        className={isWeak ? 'warning-word' : share === null ? undefined : 'onward'}
      >
        {isWeak ? `▼ ${words}` : words}
      </text>
      {share !== null && (
        <>
          <path className="cell-empty" d={rowPath(row, CELLS)} />
          <path className="cell-full" d={rowPath(row, (share * CELLS) / 1_000_000)} />
        </>
      )}
    </g>
  )
}
