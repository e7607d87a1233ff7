import type { Row, TableDocument } from '@/features/reports/frame/document'
import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { formatCell, type MeasureKind } from '@/features/reports/frame/tables/kinds'
import { MEASURE_KINDS } from '@/lib/kinds.gen'
import { Drawing } from '@/ui/drawing/Drawing'
import { linear, roundTicks, tenth } from '@/ui/drawing/scale'
import {
  type CreditedRow,
  creditOf,
  MODEL_NAMES,
  MOST_ORIGINS,
  originName,
  rangeWords,
  VIA,
} from './origins'

interface ModelRangesProps {
  table: TableDocument<CreditedRow & Row>
  /** How its amounts are written. */
  kind: MeasureKind
  /** The chosen one. */
  model: string
  linkOf: (row: CreditedRow) => string | null
}

const HEAD = { wide: 34, narrow: 54 }
const ROW = { wide: 46, narrow: 62 }
const AXIS = 30
const NAMES = 348

/** Each origin from the least a model gives it to the most; the chosen model's mark is full. */
export function ModelRanges({ table, model, kind, linkOf }: ModelRangesProps) {
  const rows = table.rows.slice(0, MOST_ORIGINS)
  const most = Math.max(1, ...rows.map((row) => row.most_ppm))
  return (
    <Drawing
      label={table.sentence || table.title}
      height={(isNarrow) =>
        headOf(isNarrow) + rows.length * (isNarrow ? ROW.narrow : ROW.wide) + AXIS
      }
    >
      {({ width, height, isNarrow }) => {
        const left = isNarrow ? 6 : NAMES
        const { parts } = MEASURE_KINDS[kind]
        const ticks = roundTicks(0, most / parts, isNarrow ? 3 : 6)
        const x = linear([0, (ticks.at(-1) ?? 1) * parts], [left, width - labelOf(kind)])
        const row = isNarrow ? ROW.narrow : ROW.wide
        const head = headOf(isNarrow)
        return (
          <>
            <Legend model={model} isNarrow={isNarrow} />
            <Ticks
              ticks={ticks}
              x={(value) => x(value * parts)}
              top={head}
              bottom={height - AXIS}
            />
            {rows.map((origin, index) => (
              <g key={[originName(origin), origin.channel].join()}>
                <Range
                  row={origin}
                  kind={kind}
                  model={model}
                  x={x}
                  y={head + index * row}
                  line={isNarrow ? 48 : 26}
                  isNarrow={isNarrow}
                />
                <ClickArea
                  to={linkOf(origin)}
                  name={VIA}
                  y={head + index * row}
                  width={width}
                  height={row - 4}
                />
              </g>
            ))}
          </>
        )
      }}
    </Drawing>
  )
}

const headOf = (isNarrow: boolean): number => (isNarrow ? HEAD.narrow : HEAD.wide)

function Legend({ model, isNarrow }: { model: string; isNarrow: boolean }) {
  return (
    <g className="span">
      <path className="chosen" d={diamond(10, 10, 7)} />
      <text x={24} y={15}>
        {formatCell('model', model)}
      </text>
      <g transform={isNarrow ? 'translate(3 22)' : 'translate(240 0)'}>
        <path className="stretch" d="M0 10h46" />
        <path className="stroke" d="M1 4v12M16 4v12M45 4v12" />
        <text x={56} y={15}>
          die anderen fünf Modelle
        </text>
      </g>
    </g>
  )
}

interface TicksProps {
  ticks: readonly number[]
  x: (value: number) => number
  top: number
  bottom: number
}

function Ticks({ ticks, x, top, bottom }: TicksProps) {
  return ticks.map((value) => (
    <g key={value}>
      <path className="dividing-line" d={`M${tenth(x(value))} ${top}V${bottom}`} />
      <text x={x(value)} y={bottom + 20} textAnchor="middle">
        {formatCell('count', value)}
      </text>
    </g>
  ))
}

interface RangeProps {
  row: CreditedRow & Row
  kind: MeasureKind
  model: string
  x: (ppm: number) => number
  y: number
  /** Where the line lies below the row's beginning. */
  line: number
  isNarrow: boolean
}

function Range({ row, kind, model, x, y, line, isNarrow }: RangeProps) {
  const at = y + line
  const chosen = creditOf(row, model)
  const others = MODEL_NAMES.filter((name) => name !== model).map((name) => x(creditOf(row, name)))
  const value = formatCell(kind, chosen)
  const isLeft = nearerToFewest(row, chosen) && x(row.fewest_ppm) > x(0) + labelOf(kind)
  return (
    <g className="span">
      <text className="title" x={0} y={y + 18}>
        {shortened(originName(row), isNarrow ? 42 : 44)}
      </text>
      <text x={0} y={y + 34}>
        {shortened(rangeWords(row, kind), isNarrow ? 56 : 60)}
      </text>
      <path
        className="stretch"
        d={`M${tenth(x(row.fewest_ppm))} ${at}H${tenth(x(row.most_ppm))}`}
      />
      <path className="stroke" d={others.map((one) => `M${tenth(one)} ${at - 6}v12`).join('')} />
      <path className="chosen" d={diamond(x(chosen), at, 7)} />
      <text
        className="value"
        x={isLeft ? x(row.fewest_ppm) - 12 : x(row.most_ppm) + 12}
        y={at + 4.5}
        textAnchor={isLeft ? 'end' : 'start'}
      >
        {value}
      </text>
    </g>
  )
}

/** Room for a number on either side of a range. */
const labelOf = (kind: MeasureKind): number => (kind === 'ppm' ? 56 : 112)

const nearerToFewest = (row: CreditedRow, chosen: number): boolean =>
  chosen - row.fewest_ppm < row.most_ppm - chosen

const diamond = (x: number, y: number, half: number): string =>
  `M${tenth(x - half)} ${y}l${half} ${-half}l${half} ${half}l${-half} ${half}z`

const shortened = (words: string, most: number): string =>
  words.length > most ? `${words.slice(0, most - 1)}…` : words
