import { MONTHS } from '@/content/de/calculator'
import { monthText } from '@/content/de/calculatorCharts'
import { Chart, EndLabel } from './Chart'
import { cellDashes, columnsPath, type Frame, levelOf, middleOf } from './drawing'
import type { Months } from './months'

const WIDE: Frame = {
  kind: 'wide',
  width: 640,
  height: 286,
  left: 0,
  step: 46,
  bar: 38,
  base: 252,
  rise: 222,
}
const NARROW: Frame = {
  kind: 'narrow',
  width: 330,
  height: 236,
  left: 0,
  step: 22,
  bar: 18,
  base: 208,
  rise: 182,
}
/** A cell is 1 €. */
const CELL = 100

/** The credit of each month, once for each kind of screen. */
export function MonthCharts({ months }: { months: Months }) {
  return (
    <>
      <MonthChart frame={WIDE} months={months} />
      <MonthChart frame={NARROW} months={months} />
    </>
  )
}

function MonthChart({ frame, months }: { frame: Frame; months: Months }) {
  const { credit, average, best, worst, top } = months
  const { outer, inner } = cellDashes(frame, CELL, top)
  const path = columnsPath(frame, credit, top)
  const right = frame.left + credit.length * frame.step
  const level = levelOf(frame, average, top)
  const label = monthText.drawing(best.name, best.credit, worst.name, worst.credit, average)
  return (
    <Chart frame={frame} label={label}>
      <path className="line-edge" {...outer} d={path} />
      <path className="line-sun" {...inner} d={path} />
      <path className="chart__cost" d={`M${frame.left} ${level}H${right}`} />
      <EndLabel
        x={right + 6}
        y={level + 5}
        name={monthText.average}
        amount={monthText.amount(average)}
      />
      {MONTHS.map((name, index) => (
        <text
          key={name}
          x={middleOf(frame, index)}
          y={frame.height - 8}
          textAnchor="middle"
          className={index === best.index || index === worst.index ? 'chart__mark' : undefined}
        >
          {name.slice(0, frame.kind === 'wide' ? 3 : 1)}
        </text>
      ))}
      {[best, worst].map((month) => (
        <text
          key={month.name}
          x={middleOf(frame, month.index)}
          y={levelOf(frame, month.credit, top) - 8}
          textAnchor="middle"
          className="chart__mark"
        >
          {monthText.amount(month.credit)}
        </text>
      ))}
    </Chart>
  )
}
