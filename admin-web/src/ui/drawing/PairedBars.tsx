import { Drawing } from './Drawing'
import { type Measure, MeasureBars } from './MeasureBars'
import { oneLine, textWidth } from './text'

interface PairedBarsProps<T extends NamedBar> {
  label: string
  bars: readonly T[]
  /** Two of them: side by side, on a phone below each other. */
  measures: readonly Measure<T>[]
  isCompared: boolean
  onBar?: (bar: T) => void
}

export interface NamedBar {
  value: string
  name: string
}

const HEAD = 28
const ROW = { wide: 52, narrow: 92 }
const GAP = 40

/** Two measures of each thing as rows of cells. */
export function PairedBars<T extends NamedBar>({ label, ...rows }: PairedBarsProps<T>) {
  const count = rows.bars.length
  return (
    <Drawing
      label={label}
      height={(isNarrow) => HEAD * (isNarrow ? 2 : 1) + count * (isNarrow ? ROW.narrow : ROW.wide)}
    >
      {({ width, isNarrow }) => <Rows {...rows} width={width} isNarrow={isNarrow} />}
    </Drawing>
  )
}

type RowsProps<T extends NamedBar> = Omit<PairedBarsProps<T>, 'label'> & {
  width: number
  isNarrow: boolean
}

function Rows<T extends NamedBar>(props: RowsProps<T>) {
  const { bars, measures, isCompared, onBar, width, isNarrow } = props
  const wide = isNarrow ? width : (width - GAP) / 2
  const row = isNarrow ? ROW.narrow : ROW.wide
  const head = HEAD * (isNarrow ? 2 : 1)
  return (
    <>
      {bars.map((bar, index) => (
        <g key={bar.value}>
          {index > 0 && (
            <path className="dividing-line" d={`M0 ${head + index * row - 2.5}H${width}`} />
          )}
          <text x={0} y={head + index * row + 16} className="title">
            {oneLine(bar.name, wide - numberRoom(measures[0]?.words(bar)))}
          </text>
        </g>
      ))}
      {measures.map((measure, column) => (
        <MeasureBars
          key={measure.label}
          measure={measure}
          items={bars}
          isCompared={isCompared}
          place={{
            x: isNarrow ? 0 : column * (wide + GAP),
            width: wide,
            head: HEAD * (isNarrow ? column : 0),
            top: head + (isNarrow ? column * 44 : 0),
            row,
            hasName: column === 0,
          }}
          isNarrow={isNarrow}
        />
      ))}
      {onBar &&
        bars.map((bar, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same as links
          <rect
            key={bar.value}
            className="click-area"
            x={-8}
            y={head + index * row}
            width={width + 16}
            height={row - 4}
            onClick={() => onBar(bar)}
          >
            <title>{bar.name}</title>
          </rect>
        ))}
    </>
  )
}

const NUMBER = '600 13px "Figtree Variable", "Helvetica Neue", Arial, sans-serif'

/** What the number at the end of a name's line takes of it, with some air. */
const numberRoom = (words = ''): number => textWidth(words, NUMBER) + 16
