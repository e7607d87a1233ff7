import { type PointerEvent, useState } from 'react'
import { Drawing } from '@/ui/drawing/Drawing'
import { linePath, stepPath } from '@/ui/drawing/lines'
import { linear, roundTicks, tenth } from '@/ui/drawing/scale'
import {
  type FlowColumn,
  flowColumns,
  type Month,
  monthWords,
  SCENARIO_LOOKS,
  scenarioNames,
  shortMoney,
} from '../credits'
import { Legend } from '../Legend'
import { GUTTER, MoneyAxis } from '../MoneyAxis'
import { YearAxis } from '../YearAxis'

const HEAD = 26
const BARS = 170
const BETWEEN = 70
const SUMS = 230
const FOOT = 24
/** Months of one column on a phone. */
const QUARTER = 3

interface CashFlowProps {
  label: string
  rows: readonly Month[]
  scenario: string
}

/**
 * Above, what the shares bring month by month, with their summers and winters; below, everything
 * paid and everything credited until then: where the lines cross, the shares are covered.
 */
export function CashFlow({ label, rows, scenario }: CashFlowProps) {
  const [pointed, setPointed] = useState<FlowColumn | null>(null)
  return (
    <div className="panels">
      <Drawing label={label} height={HEAD + BARS + BETWEEN + SUMS + FOOT}>
        {({ width, isNarrow }) => (
          <Panels
            rows={rows}
            scenario={scenario}
            width={width}
            each={isNarrow ? QUARTER : 1}
            pointed={pointed}
            onPoint={setPointed}
          />
        )}
      </Drawing>
      <p className="pointer muted tabular no-print" aria-hidden="true">
        {pointed ? pointedWords(pointed) : 'Zeigen Sie auf einen Monat, um seine Zahlen zu lesen.'}
      </p>
      <Legend
        entries={[
          ...scenarioNames(rows).map((name) => ({
            name: `gutgeschrieben, ${inSentence(name)}`,
            sample: <path className={`curve-${SCENARIO_LOOKS[name]}`} d="M0 7H30" />,
          })),
          {
            name: 'von den Haushalten gezahlt',
            sample: <path className="curve-paid" d="M0 7H30" />,
          },
        ]}
      />
    </div>
  )
}

const pointedWords = ({ month, credit, gap, paidSoFar, creditSoFar }: FlowColumn): string =>
  [
    monthWords(month),
    `Gutschriften ${shortMoney(credit)}`,
    ...(gap > 0 ? [`davon Garantielücke ${shortMoney(gap)}`] : []),
    `bisher gezahlt ${shortMoney(paidSoFar)}`,
    `bisher gutgeschrieben ${shortMoney(creditSoFar)}`,
  ].join(' · ')

/** „Freier Satz“ → „freier Satz“. */
const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

interface PanelsProps {
  rows: readonly Month[]
  scenario: string
  width: number
  each: number
  pointed: FlowColumn | null
  onPoint: (column: FlowColumn | null) => void
}

function Panels({ rows, scenario, width, each, pointed, onPoint }: PanelsProps) {
  const columns = flowColumns(rows, scenario, each)
  const step = (width - GUTTER) / Math.max(1, columns.length)
  const months = columns.map(({ month }) => month)
  const middle = HEAD + BARS
  const bottom = middle + BETWEEN + SUMS
  const index = columns.findIndex(({ month }) => month === pointed?.month)

  function point(event: PointerEvent<SVGRectElement>) {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / wide) * columns.length)
    onPoint(columns[Math.min(columns.length - 1, Math.max(0, at))] ?? null)
  }

  return (
    <>
      {index >= 0 && (
        <rect
          className="pointed"
          x={GUTTER + index * step}
          y={HEAD}
          width={Math.max(step, 2)}
          height={bottom - HEAD}
        />
      )}
      <text className="title" x={0} y={15}>
        {each === 1 ? 'Gutschriften im Monat' : 'Gutschriften im Vierteljahr'},{' '}
        {inSentence(scenario)}
      </text>
      <Bars columns={columns} look={SCENARIO_LOOKS[scenario] ?? ''} step={step} width={width} />
      <YearAxis months={months} left={GUTTER} step={step} y={middle} />
      <text className="title" x={0} y={middle + BETWEEN - 14}>
        Bisher zusammen
      </text>
      <Sums
        rows={rows}
        each={each}
        step={step}
        width={width}
        top={middle + BETWEEN}
        bottom={bottom}
      />
      <YearAxis months={months} left={GUTTER} step={step} y={bottom} />
      <rect
        className="pointer-area"
        x={GUTTER}
        y={HEAD}
        width={width - GUTTER}
        height={bottom - HEAD}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
      />
    </>
  )
}

interface BarsProps {
  columns: readonly FlowColumn[]
  look: string
  step: number
  width: number
}

function Bars({ columns, look, step, width }: BarsProps) {
  const bottom = HEAD + BARS
  const ticks = roundTicks(0, Math.max(100, ...columns.map(({ credit }) => credit)), 3)
  const y = linear([0, ticks.at(-1) ?? 1], [bottom, HEAD + 16])
  const wide = Math.max(1, step - (step > 4 ? 1.4 : 0.6))
  const bar = (index: number, from: number, to: number) =>
    from === to
      ? ''
      : `M${tenth(GUTTER + index * step)} ${tenth(y(from))}h${tenth(wide)}V${tenth(y(to))}h${tenth(-wide)}z`
  return (
    <g>
      <MoneyAxis ticks={ticks} y={y} width={width} />
      <path
        className={`cells-${look}`}
        d={columns.map(({ credit, gap }, index) => bar(index, 0, credit - gap)).join('')}
      />
      <path
        className="bar-gap"
        d={columns.map(({ credit, gap }, index) => bar(index, credit - gap, credit)).join('')}
      />
    </g>
  )
}

interface SumsProps {
  rows: readonly Month[]
  each: number
  step: number
  width: number
  top: number
  bottom: number
}

function Sums({ rows, each, step, width, top, bottom }: SumsProps) {
  const lines = scenarioNames(rows).map((name) => ({
    name,
    columns: flowColumns(rows, name, each),
  }))
  const paid = lines[0]?.columns ?? []
  const all = lines.flatMap(({ columns }) => columns.map(({ creditSoFar }) => creditSoFar))
  const ticks = roundTicks(0, Math.max(100, ...all, ...paid.map(({ paidSoFar }) => paidSoFar)))
  const y = linear([0, ticks.at(-1) ?? 1], [bottom, top + 18])
  return (
    <g>
      <MoneyAxis ticks={ticks} y={y} width={width} />
      <path
        className="curve-paid"
        d={stepPath(
          paid.map(({ paidSoFar }, index) => [GUTTER + index * step, y(paidSoFar)] as const),
          step,
        )}
      />
      {lines.map(({ name, columns }) => (
        <path
          key={name}
          className={`curve-${SCENARIO_LOOKS[name]}`}
          d={linePath([
            [GUTTER, y(0)],
            ...columns.map(
              ({ creditSoFar }, index) => [GUTTER + (index + 1) * step, y(creditSoFar)] as const,
            ),
          ])}
        />
      ))}
    </g>
  )
}
