import { ClickArea } from '@/features/reports/frame/drawing/ClickArea'
import { Drawing } from '@/ui/drawing/Drawing'
import { oneLine } from '@/ui/drawing/text'
import type { OriginBar } from './changes'

interface OriginBarsProps {
  label: string
  bars: readonly OriginBar[]
  linkOf: (bar: OriginBar) => string | null
}

const NAMES = 232
const WORDS = 132
const ROW = 46
const NARROW_ROW = 66
const BAR = 14

/** What each origin adds to the difference: less to the left, more to the right, and mainly why. */
export function OriginBars({ label, bars, linkOf }: OriginBarsProps) {
  const most = Math.max(...bars.map(({ difference }) => Math.abs(difference)))
  const [less, more] = [bars.some(isLess), bars.some((bar) => !isLess(bar))]
  return (
    <Drawing label={label} height={(isNarrow) => bars.length * (isNarrow ? NARROW_ROW : ROW) + 4}>
      {({ width, isNarrow }) => {
        const row = isNarrow ? NARROW_ROW : ROW
        const [start, end] = isNarrow ? [2, width - 2] : [NAMES, width - WORDS]
        const sides = less && more ? 2 : 1
        const zero = sides === 2 ? (start + end) / 2 : less ? end : start
        const unit = (end - start) / sides / most
        return bars.map((bar, index) => {
          const y = index * row
          const top = y + (isNarrow ? 28 : 10)
          const size = Math.max(1.5, Math.abs(bar.difference) * unit)
          return (
            <g key={bar.name}>
              <path className="divider" d={`M0 ${y + 0.5}H${width}`} />
              <text x={0} y={y + 21} className="title">
                {oneLine(bar.name, isNarrow ? width - WORDS : NAMES - 14)}
              </text>
              <text x={width} y={y + 21} textAnchor="end" className="onward">
                {bar.words}
              </text>
              <path className="base-line" d={`M${zero} ${top - 2}v${BAR + 4}`} />
              <rect
                className={isLess(bar) ? 'bridge-less' : 'bridge-more'}
                x={isLess(bar) ? zero - size : zero}
                y={top}
                width={size}
                height={BAR}
                rx={2}
              />
              <text x={isNarrow ? 0 : start} y={top + BAR + 14}>
                {oneLine(bar.parts, end - start)}
              </text>
              <ClickArea
                to={linkOf(bar)}
                name="Reservierungen im Zeitraum öffnen"
                y={y + 2}
                width={width}
                height={row - 3}
              />
            </g>
          )
        })
      }}
    </Drawing>
  )
}

const isLess = ({ difference }: OriginBar): boolean => difference < 0
