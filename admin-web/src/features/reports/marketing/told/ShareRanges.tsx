import { rowPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { oneLine, textWidth } from '@/ui/drawing/text'
import type { ShareRange } from './told'

interface ShareRangesProps {
  label: string
  ranges: readonly ShareRange[]
}

const NAMES = 232
const ROW = 56
const NARROW_ROW = 84
const BAR = 12
/** Cells of five per cent each. */
const CELLS = 20

/** Of each answer the share without guesses, and how far it may be wrong. */
export function ShareRanges({ label, ranges }: ShareRangesProps) {
  return (
    <>
      <Drawing
        label={label}
        height={(isNarrow) => ranges.length * (isNarrow ? NARROW_ROW : ROW) + 4}
      >
        {({ width, isNarrow }) =>
          ranges.map((range, index) => {
            const y = index * (isNarrow ? NARROW_ROW : ROW)
            return (
              <g key={range.told}>
                <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
                <text x={0} y={y + 22} className="title">
                  {oneLine(range.told, isNarrow ? width - 110 : NAMES - 14)}
                </text>
                <text
                  x={isNarrow ? width : 0}
                  y={isNarrow ? y + 22 : y + 42}
                  textAnchor={isNarrow ? 'end' : 'start'}
                >
                  {range.countWords}
                </text>
                <Share
                  range={range}
                  x={isNarrow ? 0 : NAMES}
                  y={isNarrow ? y + 28 : y + 4}
                  width={isNarrow ? width : width - NAMES}
                />
              </g>
            )
          })
        }
      </Drawing>
      <p className="tiny muted flush">
        Eine Zelle sind fünf von hundert. Der Strich ist der Anteil ohne Geratenes; in 8 von 10
        Fällen liegt er in Wahrheit im hellen Band. Der Pfeil darüber zeigt den Anteil, wie er
        gezählt wurde.
      </p>
    </>
  )
}

interface ShareProps {
  range: ShareRange
  x: number
  y: number
  width: number
}

function Share({ range, x, y, width }: ShareProps) {
  const at = (ppm: number) => x + (width * ppm) / 1_000_000
  const top = y + 28
  const counted = at(range.share)
  // The words give way to the arrow of the counted share, which may point at the same place.
  const room = textWidth(range.words) + 10
  const isBelow = counted < x + room
  return (
    <g>
      <text x={isBelow ? counted + 10 : x} y={y + 18} className="onward">
        {range.words}
      </text>
      <path
        className="cell-empty"
        d={rowPath({ x, y: top, height: BAR, cellWidth: width / CELLS }, CELLS)}
      />
      <path
        className="measure-band"
        d={`M${at(range.low)} ${top - 1}H${at(range.high)}v${BAR + 2}H${at(range.low)}z`}
      />
      <path className="band-middle" d={`M${at(range.corrected)} ${top - 3}v${BAR + 6}`} />
      <path className="told-counted" d={`M${counted} ${top - 4}l-5 -8h10z`} />
    </g>
  )
}
