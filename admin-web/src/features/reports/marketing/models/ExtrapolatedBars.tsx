import { formatCell } from '@/features/reports/frame/tables/kinds'
import { Drawing } from '@/ui/drawing/Drawing'
import { hatchPath } from '@/ui/drawing/hatch'
import { linear, tenth } from '@/ui/drawing/scale'
import { oneLine } from '@/ui/drawing/text'
import { type ExtrapolatedRow, MOST_ORIGINS, originName } from './origins'

interface ExtrapolatedBarsProps {
  label: string
  rows: readonly ExtrapolatedRow[]
}

const ROW = 64
const BAR = 14
/** Where the bar lies below the row's beginning. */
const LINE = 42

/** Of each origin what was seen, what is estimated beside it, and how far the sum may be wrong. */
export function ExtrapolatedBars({ label, rows }: ExtrapolatedBarsProps) {
  const shown = [...rows]
    .sort((one, other) => other.chosen_ppm - one.chosen_ppm)
    .slice(0, MOST_ORIGINS)
  const most = Math.max(1, ...shown.map((row) => row.upper_ppm ?? 0))
  return (
    <>
      <Drawing label={label} height={shown.length * ROW + 4}>
        {({ width }) => {
          const x = linear([0, most], [0, width - 8])
          return shown.map((row, index) => (
            <Bar
              key={[originName(row), row.channel].join()}
              row={row}
              x={x}
              y={index * ROW}
              width={width}
            />
          ))
        }}
      </Drawing>
      <p className="tiny muted flush">
        Voll ist, was wir gesehen haben; schraffiert, was hochgerechnet ist. In 8 von 10 Fällen
        endet der Balken in Wahrheit innerhalb der Klammer.
      </p>
    </>
  )
}

interface BarProps {
  row: ExtrapolatedRow
  x: (ppm: number) => number
  y: number
  width: number
}

function Bar({ row, x, y, width }: BarProps) {
  const top = y + LINE
  const [seen, chosen] = [x(row.seen_ppm), x(row.chosen_ppm)]
  const [lower, upper] = [x(row.lower_ppm ?? row.chosen_ppm), x(row.upper_ppm ?? row.chosen_ppm)]
  return (
    <g className="span">
      <text className="title" x={0} y={y + 16}>
        {oneLine(originName(row), width)}
      </text>
      <text x={0} y={y + 33}>
        {amountWords(row)}
      </text>
      <path className="cell-full" d={`M0 ${top}H${tenth(seen)}v${BAR}H0z`} />
      <path className="fallow-land" d={hatchPath(seen, top, chosen - seen, BAR, 6)} />
      <path
        className="fallow-edge"
        d={`M${tenth(seen)} ${top}H${tenth(chosen)}v${BAR}H${tenth(seen)}`}
      />
      <path
        className="stroke"
        d={`M${tenth(lower)} ${top - 3}v${BAR + 6}M${tenth(upper)} ${top - 3}v${BAR + 6}M${tenth(lower)} ${top + BAR / 2}H${tenth(upper)}`}
      />
    </g>
  )
}

/** „12,4 (10,1 bis 15,0), davon 6 gesehen“. */
export function amountWords(row: ExtrapolatedRow): string {
  const [chosen, lower, upper, seen] = [
    row.chosen_ppm,
    row.lower_ppm,
    row.upper_ppm,
    row.seen_ppm,
  ].map((ppm) => formatCell('ppm', ppm))
  const range = lower === upper ? '' : ` (${lower} bis ${upper})`
  return `${chosen}${range}, davon ${seen} gesehen`
}
