import { coverText } from '@/content/de/calculatorCharts'
import { creditOf } from '@/lib/offer/credit'
import {
  creditRate,
  defaults,
  type PaymentPlan,
  planOf,
  type SolarPackage,
  scenarios,
  termYears,
} from '@/lib/offer/offer'
import { Chart, EndLabel } from './Chart'
import type { Scenario } from './choice'
import { cellDashes, columnsPath, type Frame, levelOf, linePath, middleOf, spread } from './drawing'
import { costOf, coveredTenths, creditYears } from './series'

const WIDE: Frame = {
  kind: 'wide',
  width: 900,
  height: 376,
  left: 72,
  step: 37,
  bar: 30,
  base: 342,
  rise: 318,
}
const NARROW: Frame = {
  kind: 'narrow',
  width: 330,
  height: 300,
  left: 0,
  step: 13,
  bar: 10.5,
  base: 272,
  rise: 248,
}
/** A cell is 100 €. */
const CELL = 10_000

/** Paid at once: what instalments are compared with. */
const ONCE = planOf(defaults.paymentPlan)

interface Props {
  share: SolarPackage
  plan: PaymentPlan
  scenario: Scenario
}

/** The credits of twenty years against the cost, once for each kind of screen. */
export function CoverCharts(props: Props) {
  return (
    <>
      <CoverChart frame={WIDE} {...props} />
      <CoverChart frame={NARROW} {...props} />
    </>
  )
}

function CoverChart({ frame, share, plan, scenario }: Props & { frame: Frame }) {
  // The scale is the package's, so that another scenario really lets the columns grow.
  const top = creditOf(share.annualKwh, creditRate.maximum).total
  const cost = costOf(share, plan)
  const sums = sumsOf(share, plan, scenario.rate)
  const beyond = columnsPath(frame, sums, top, cost)
  const covering = sums.map((sum) => Math.min(sum, cost))
  const covered = cellDashes(frame, CELL, top)
  const after = cellDashes(frame, CELL, top, cost)
  const right = frame.left + termYears * frame.step
  const labels = { frame, share, plan, top, chosen: scenario.id }
  return (
    <Chart frame={frame} label={coverText.drawing(share, plan, scenarios)}>
      <Axes frame={frame} top={top} right={right} />
      <path className="line-edge" {...after.outer} d={beyond} />
      <path className="line-sun" {...after.inner} d={beyond} />
      <path className="line-covered" {...covered.outer} d={columnsPath(frame, covering, top)} />
      {scenarios
        .filter(({ id }) => id !== scenario.id)
        .map(({ id, rate }) => (
          <ScenarioLine key={id} id={id} path={linePath(frame, sumsOf(share, plan, rate), top)} />
        ))}
      {plan.months > 0 && (
        <path
          className="chart__once"
          d={`M${frame.left} ${levelOf(frame, costOf(share, ONCE), top)}H${right}`}
        />
      )}
      <path className="chart__cost" d={`M${frame.left} ${levelOf(frame, cost, top)}H${right}`} />
      <Crossings {...labels} />
      <EndLabels {...labels} />
    </Chart>
  )
}

const sumsOf = (share: SolarPackage, plan: PaymentPlan, rate: number) =>
  creditYears(share, plan, rate).map(({ sum }) => sum)

/** Levels of whole hundreds of euros, and every fifth year. */
function Axes({ frame, top, right }: { frame: Frame; top: number; right: number }) {
  const interval = top > 2 * 100_000 ? 100_000 : 50_000
  const levels = Array.from({ length: Math.floor(top / interval) }, (_, i) => (i + 1) * interval)
  const narrow = frame.kind === 'narrow'
  return (
    <>
      {[0, ...levels].map((value) => (
        <path
          key={value}
          className="chart__grid"
          d={`M${frame.left} ${levelOf(frame, value, top)}H${right}`}
        />
      ))}
      {levels.map((value) => (
        <text
          key={value}
          x={narrow ? 0 : frame.left - 8}
          y={levelOf(frame, value, top) + (narrow ? -4 : 5)}
          textAnchor={narrow ? undefined : 'end'}
        >
          {coverText.amount(value)}
        </text>
      ))}
      {[1, 5, 10, 15, 20].map((year) => (
        <text
          key={year}
          x={year === 1 ? frame.left : middleOf(frame, year - 1)}
          y={frame.height - 8}
          textAnchor={year === 1 ? undefined : 'middle'}
        >
          {year === 1 ? coverText.firstYear : year}
        </text>
      ))}
    </>
  )
}

/** A line over the columns, kept apart from them by a margin in the colour of the page. */
function ScenarioLine({ id, path }: { id: string; path: string }) {
  return (
    <>
      <path className="chart__halo" d={path} />
      <path className="chart__line" data-scenario={id} d={path} />
    </>
  )
}

interface LabelProps {
  frame: Frame
  share: SolarPackage
  plan: PaymentPlan
  top: number
  chosen: string
}

/** Where each scenario has covered the cost, from the earliest to the latest. */
function Crossings({ frame, share, plan, top, chosen }: LabelProps) {
  const level = levelOf(frame, costOf(share, plan), top)
  const marks = scenarios
    .map(({ id, rate }) => ({ id, tenths: coveredTenths(share, plan, rate) }))
    .sort((one, other) => one.tenths - other.tenths)
  return marks.map(({ id, tenths }, index) => {
    const x = middleOf(frame, tenths / 10 - 1)
    return (
      <g key={id} className={id === chosen ? 'chart__mark' : undefined}>
        <circle className="chart__crossing" cx={x} cy={level} r={frame.kind === 'wide' ? 7 : 5} />
        <Flag frame={frame} x={x} y={level - 11} side={index - 1} tenths={tenths} />
      </g>
    )
  })
}

/** The years above a crossing, on a ground of its own as cells may lie under it. */
function Flag({ frame, x, y, side, tenths }: FlagProps) {
  const wide = frame.kind === 'wide'
  const width = wide ? 78 : 34
  const middle = x + (side * (width - 12)) / 2
  return (
    <>
      <rect x={middle - width / 2} y={y - 21} width={width} height="21" rx="3" />
      <text x={middle} y={y - 5} textAnchor="middle">
        {wide ? coverText.long(tenths) : coverText.short(tenths)}
      </text>
    </>
  )
}

interface FlagProps {
  frame: Frame
  x: number
  y: number
  /** -1 left of x, 0 above it, 1 right of it. */
  side: number
  tenths: number
}

function EndLabels({ frame, share, plan, top, chosen }: LabelProps) {
  const x = frame.left + termYears * frame.step + 6
  const cost = costOf(share, plan)
  const labels = [
    ...scenarios.map(({ id, rate }) => {
      const { total } = creditOf(share.annualKwh, rate)
      const [name, amount] = [coverText.rate(rate), coverText.amount(total)]
      return { key: id, y: levelOf(frame, total, top), name, amount, strong: id === chosen }
    }),
    {
      key: 'cost',
      y: levelOf(frame, cost, top) + 5,
      name: coverText.price(plan),
      amount: coverText.cost(share, plan),
      strong: false,
    },
  ].sort((one, other) => one.y - other.y)
  const heights = spread(
    labels.map(({ y }) => y),
    frame.kind === 'wide' ? 38 : 32,
  )
  return labels.map(({ key, name, amount, strong }, index) => (
    <EndLabel key={key} x={x} y={heights[index] ?? 0} name={name} amount={amount} strong={strong} />
  ))
}
