import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { Drawing } from '@/ui/drawing/Drawing'
import { linear, tenth } from '@/ui/drawing/scale'
import { type CostRange, costWords, MOST_ORIGINS } from './origins'

interface CostRangesProps {
  label: string
  ranges: readonly CostRange[]
  linkOf: (range: CostRange) => string | null
}

const ROW = 62
const LINE = 46
/** Beyond the scale: where a model credits no contract, no price is high enough. */
const OPEN = 26

/** What a contract cost from the model that credits most to the one that credits fewest. */
export function CostRanges({ label, ranges, linkOf }: CostRangesProps) {
  const shown = ranges.slice(0, MOST_ORIGINS)
  const most = Math.max(1, ...shown.flatMap(({ least, most }) => [least ?? 0, most ?? 0]))
  return (
    <Drawing label={label} height={shown.length * ROW + 8}>
      {({ width }) => {
        const x = linear([0, most], [6, width - OPEN - 8])
        return shown.map((range, index) => (
          <g key={range.name}>
            <Range range={range} x={x} y={index * ROW} end={width - 8} />
            <ClickArea
              to={linkOf(range)}
              name="Verträge öffnen, auf deren Weg diese Kampagne lag"
              y={index * ROW}
              width={width}
              height={ROW - 2}
            />
          </g>
        ))
      }}
    </Drawing>
  )
}

interface RangeProps {
  range: CostRange
  x: (cents: number) => number
  y: number
  /** Where the drawing ends. */
  end: number
}

function Range({ range, x, y, end }: RangeProps) {
  const { name, chosen, least, most } = range
  const at = y + LINE
  return (
    <g className="span">
      <text className="title" x={0} y={y + 16}>
        {name.length > 46 ? `${name.slice(0, 45)}…` : name}
      </text>
      <text x={0} y={y + 33}>
        {chosen === null ? '' : `${formatCell('cents', chosen)}; `}
        {costWords(range)}
      </text>
      {least !== null && (
        <path
          className="stretch"
          d={`M${tenth(x(least))} ${at}H${tenth(most === null ? end : x(most))}`}
        />
      )}
      {least !== null && most === null && (
        <path className="stroke" d={`M${end - 7} ${at - 6}l7 6l-7 6`} />
      )}
      {chosen !== null && <path className="chosen" d={diamond(x(chosen), at, 7)} />}
    </g>
  )
}

const diamond = (x: number, y: number, half: number): string =>
  `M${tenth(x - half)} ${y}l${half} ${-half}l${half} ${half}l${-half} ${half}z`
