import { formatDay } from '@/lib/format'
import { Drawing } from '@/ui/drawing/Drawing'
import { type Figure, type Preview, valueWords } from './ownAlert'

const HEIGHT = 132
const FOOT = 22
const TOP = 14

interface PreviewPictureProps {
  preview: Preview
  /** The limit, where there is one. */
  threshold: number | null
  unit: Figure['unit']
}

/** The last year day by day: what was compared, with what, and when the alert would have been open. */
export function PreviewPicture({ preview, threshold, unit }: PreviewPictureProps) {
  const { days } = preview
  const top = Math.max(
    1,
    ...days.map(({ value, high }) => Math.max(value ?? 0, high ?? 0)),
    threshold ?? 0,
  )
  const first = days[0]?.day
  const last = days.at(-1)?.day
  if (!first || !last) return null
  return (
    <Drawing label={preview.words} height={HEIGHT}>
      {({ width }) => {
        const step = width / days.length
        const x = (index: number) => index * step
        const y = (value: number) => HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - TOP)
        return (
          <g className="alert-year">
            {openSpans(preview).map(({ from, to }) => (
              <rect
                key={from}
                className="open"
                x={x(from)}
                width={Math.max(3, (to - from) * step)}
                y={TOP}
                height={HEIGHT - FOOT - TOP}
              />
            ))}
            <path className="band" d={bandPath(days, x, y, step)} />
            <path className="value" d={valuePath(days, x, y, step)} />
            {threshold !== null && (
              <line className="limit" x1={0} x2={width} y1={y(threshold)} y2={y(threshold)} />
            )}
            <line className="floor" x1={0} x2={width} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
            <text x={0} y={10}>
              {valueWords(top, unit)}
            </text>
            <text x={0} y={HEIGHT - 6}>
              {formatDay(first)}
            </text>
            <text x={width} y={HEIGHT - 6} textAnchor="end">
              {formatDay(last)}
            </text>
          </g>
        )
      }}
    </Drawing>
  )
}

type Days = Preview['days']
type Place = (value: number) => number

/** Where it would have been open, by places in the list of days. */
export function openSpans({ days, openings }: Preview): { from: number; to: number }[] {
  const places = new Map(days.map(({ day }, index) => [day, index]))
  return openings.map(({ first, last }) => {
    const from = places.get(first) ?? 0
    return { from, to: last === null ? days.length : (places.get(last) ?? from + 1) }
  })
}

/** A line with gaps where nothing is known. */
function valuePath(days: Days, x: Place, y: Place, step: number): string {
  let isDown = false
  return days
    .map(({ value }, index) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const command = `${isDown ? 'L' : 'M'}${(x(index) + step / 2).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = true
      return command
    })
    .join('')
}

/** What was expected, a block a day. */
const bandPath = (days: Days, x: Place, y: Place, step: number): string =>
  days
    .map(({ low, high }, index) =>
      low === null && high === null
        ? ''
        : `M${x(index).toFixed(1)} ${y(high ?? low ?? 0).toFixed(1)}h${step.toFixed(2)}V${y(low ?? 0).toFixed(1)}h${(-step).toFixed(2)}z`,
    )
    .join('')
