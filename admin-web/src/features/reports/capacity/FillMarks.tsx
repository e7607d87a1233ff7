import { dayShort } from '@/lib/days'
import { formatNumber } from '@/lib/format'
import { STATES } from '@/lib/states'
import { apart, type FillCurve } from './fillCurve'
import { type DayRow, type Forecast, TAKEN } from './report'

/** The room right of the curve in which the states' numbers can stand. */
export const STATE_LABEL = 124
/** The room of a date. */
export const LABEL = 52
const LEAST_BETWEEN = 17
/** How high a label's letters are. */
const LETTERS = 13

interface PlaceProps {
  left: number
  right: number
  top: number
  bottom: number
}

export interface PartProps {
  curve: FillCurve
  place: PlaceProps
}

/** Where nothing can be given any more, and the three days of the forecast on it. */
export function FullLine({
  curve,
  place,
  forecast,
}: PartProps & { forecast: Forecast | undefined }) {
  if (!forecast || forecast.full_at === 0) return null
  const { x, y, last } = curve
  const level = y(forecast.full_at)
  const marks = [
    { name: 'early', day: forecast.early_day },
    { name: 'likely', day: forecast.likely_day },
    { name: 'late', day: forecast.late_day },
  ]
  return (
    <g className="full-limit">
      <path d={`M${place.left} ${level}H${place.right}`} />
      <text x={place.left + 6} y={level - 8} className="title">
        voll bei {formatNumber(forecast.full_at)}
      </text>
      {marks.map(({ name, day }) =>
        day && day <= last ? (
          <path
            key={name}
            className={name === 'likely' ? 'mark-middle' : 'mark-edge'}
            d={diamond(x(day), level, name === 'likely' ? 7 : 5)}
          />
        ) : null,
      )}
      {forecast.likely_day && isClear(x(forecast.likely_day), curve, place) && (
        <text x={x(forecast.likely_day)} y={level - 12} textAnchor="middle" className="title">
          {dayShort(forecast.likely_day)}
        </text>
      )}
    </g>
  )
}

/** Whether a date has room between today's line and the edge. */
const isClear = (x: number, { today }: FillCurve, { right }: PlaceProps) =>
  x - (today ?? 0) > LABEL / 2 && x < right - LABEL / 3

const diamond = (x: number, y: number, r: number) =>
  `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}z`

export function TodayMark({ curve, place }: PartProps) {
  const { today } = curve
  if (today === null) return null
  const isAtEnd = today > place.right - 60
  return (
    <g className="today-mark">
      <path d={`M${today} ${place.top - 12}V${place.bottom}`} />
      <text
        x={today + (isAtEnd ? -6 : 6)}
        y={place.top - 16}
        textAnchor={isAtEnd ? 'end' : 'start'}
      >
        Vorhersage →
      </text>
    </g>
  )
}

export function ChosenMark({ curve, place, chosen }: PartProps & { chosen: string | null }) {
  if (!chosen || chosen < curve.first || chosen > curve.last) return null
  const x = curve.x(chosen)
  return (
    <g className="chosen-day">
      <path d={`M${x} ${place.top}V${place.bottom}`} />
      <path
        className="foot"
        d={`M${x - 5} ${place.bottom + 8}L${x} ${place.bottom}L${x + 5} ${place.bottom + 8}z`}
      />
    </g>
  )
}

/**
 * The last day's numbers beside their areas: below the band where that leaves room, else outside. Low
 * areas leave none below the band; their numbers stand below the field alone.
 */
export function StateLabels({ curve, days, place }: PartProps & { days: readonly DayRow[] }) {
  const last = days.at(-1)
  if (!last) return null
  const end = curve.today ?? place.right
  const isInside = place.right - end > STATE_LABEL
  const x = isInside ? end : place.right
  const present = TAKEN.filter((state) => last[state] > 0)
  let below = 0
  const middles = present.map((state) => {
    below += last[state]
    return curve.y(below - last[state] / 2) + 4
  })
  const places = apart(middles, LEAST_BETWEEN)
  if (isInside && Math.min(...places) - LETTERS < curve.lowest(end, end + STATE_LABEL)) return null
  return present.map((state, index) => (
    <text key={state} x={x + 10} y={places[index]} className="value">
      {STATES[state].label} {formatNumber(last[state])}
    </text>
  ))
}
