import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import type { MeasureKind } from '@/features/reports/frame/tables/kinds'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { MEASURE_KINDS } from '@/lib/kinds.gen'
import { Drawing } from '@/ui/drawing/Drawing'
import { hatchPath } from '@/ui/drawing/hatch'
import { linear, tenth } from '@/ui/drawing/scale'
import { oneLine } from '@/ui/drawing/text'
import { type ExtrapolatedRow, MOST_ORIGINS, originName, VIA } from './origins'

interface ExtrapolatedBarsProps {
  label: string
  rows: readonly ExtrapolatedRow[]
  /** How their amounts are written. */
  kind: MeasureKind
  linkOf: (row: ExtrapolatedRow) => string | null
}

const ROW = 64
const BAR = 14
/** Where the bar lies below the row's beginning. */
const LINE = 42

/** Of each origin what was seen, what is estimated beside it, and how far the sum may be wrong. */
export function ExtrapolatedBars({ label, rows, kind, linkOf }: ExtrapolatedBarsProps) {
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
            <g key={[originName(row), row.channel].join()}>
              <Bar row={row} kind={kind} x={x} y={index * ROW} width={width} />
              <ClickArea
                to={linkOf(row)}
                name={VIA}
                y={index * ROW}
                width={width}
                height={ROW - 2}
              />
            </g>
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
  kind: MeasureKind
  x: (ppm: number) => number
  y: number
  width: number
}

function Bar({ row, kind, x, y, width }: BarProps) {
  const top = y + LINE
  const [seen, chosen] = [x(row.seen_ppm), x(row.chosen_ppm)]
  const [lower, upper] = [x(row.lower_ppm ?? row.chosen_ppm), x(row.upper_ppm ?? row.chosen_ppm)]
  return (
    <g className="span">
      <text className="title" x={0} y={y + 16}>
        {oneLine(originName(row), width)}
      </text>
      <text x={0} y={y + 33}>
        {amountWords(row, kind)}
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

/** „12,40 (10,10 bis 15,00), davon 6,00 gesehen“, „4.350 kWh (3.200 bis 5.100), davon 2.000 gesehen“. */
export function amountWords(row: ExtrapolatedRow, kind: MeasureKind = 'ppm'): string {
  const { parts, unit } = MEASURE_KINDS[kind]
  // An estimate to the cent would look more certain than it is.
  const words = (amount: number | null) =>
    unit
      ? formatCell('count', amount === null ? null : Math.round(amount / parts))
      : formatCell(kind, amount)
  const [chosen, lower, upper, seen] = [
    row.chosen_ppm,
    row.lower_ppm,
    row.upper_ppm,
    row.seen_ppm,
  ].map(words)
  const range = lower === upper ? '' : ` (${lower} bis ${upper})`
  return `${chosen}${unit && `\u00a0${unit}`}${range}, davon ${seen} gesehen`
}
