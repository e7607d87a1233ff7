import { daysBefore, daysIn } from '@/lib/days'
import { bandPath, linePath } from '@/ui/drawing/lines'
import { linear, roundTicks, type Scale, tenth } from '@/ui/drawing/scale'
import { type CourseRow, type DayRow, TAKEN, type TakenState } from './report'

/** Beyond the past's own length, or six weeks, a forecast is not drawn: its days stand in words. */
const LEAST_AHEAD = 42

export interface FillCurve {
  first: string
  last: string
  /** The middle of a day's column. */
  x: (day: string) => number
  y: Scale
  ticks: number[]
  /** How wide a day is. */
  width: number
  /** One step-shaped area a state, the farthest at the bottom. */
  areas: Record<TakenState, string>
  /** Where the past ends. */
  today: number | null
  band: string
  likely: string
  /** The lower edge of the band where it lies lowest between two places; above everything without a band. */
  lowest: (from: number, to: number) => number
}

interface Place {
  left: number
  right: number
  top: number
  bottom: number
}

/** The past by state and what may come, over one scale of days and one of spots. */
export function fillCurve(
  days: readonly DayRow[],
  course: readonly CourseRow[],
  place: Place,
): FillCurve | null {
  const first = days[0]?.day ?? course[0]?.day
  if (!first) return null
  const known = days.at(-1)?.day ?? first
  const shown = courseWithin(course, known, Math.max(LEAST_AHEAD, daysIn(first, known)))
  const last = [known, shown.at(-1)?.day ?? known].sort().at(-1) ?? known
  const width = (place.right - place.left) / daysIn(first, last)
  const edge = (day: string) => place.left + (daysIn(first, day) - 1) * width
  const x = (day: string) => edge(day) + width / 2
  const most = Math.max(
    1,
    ...days.map(({ spot_limit, taken }) => Math.max(spot_limit, taken)),
    ...shown.map(({ full_at }) => full_at),
  )
  const ticks = roundTicks(0, most)
  const y = linear([0, ticks.at(-1) ?? most], [place.bottom, place.top])
  const begin = shown[0]
  return {
    first,
    last,
    x,
    y,
    ticks,
    width,
    areas: areasOf(days, edge, width, y),
    today: begin && days.length > 0 ? edge(begin.day) + width : null,
    band: bandPath(shown.map(({ day, lower, upper }) => [x(day), y(lower), y(upper)])),
    likely: linePath(untilFull(shown).map(({ day, likely }) => [x(day), y(likely)])),
    lowest: (from, to) =>
      Math.max(
        -Infinity,
        ...shown.filter(({ day }) => x(day) >= from && x(day) <= to).map(({ lower }) => y(lower)),
      ),
  }
}

/** The course from its first row to the end of what is drawn; the last point lies on that end. */
function courseWithin(course: readonly CourseRow[], known: string, ahead: number): CourseRow[] {
  const end = daysBefore(known, -ahead)
  const cut = course.filter(({ day }) => day <= end)
  return cut.length > 1 ? cut : [...course.slice(0, 2)]
}

/** The rows up to the first on which the middle course is full. */
function untilFull(course: readonly CourseRow[]): readonly CourseRow[] {
  const full = course.findIndex(({ likely, full_at }) => likely >= full_at)
  return full < 0 ? course : course.slice(0, full + 1)
}

function areasOf(
  days: readonly DayRow[],
  edge: (day: string) => number,
  width: number,
  y: Scale,
): Record<TakenState, string> {
  const below = days.map(() => 0)
  const areas = {} as Record<TakenState, string>
  for (const state of TAKEN) {
    const lower = [...below]
    days.forEach((day, index) => {
      below[index] = (below[index] ?? 0) + day[state]
    })
    areas[state] = steps(days, lower, below, edge, width, y)
  }
  return areas
}

/** The area between two lines of steps, one step a day. */
function steps(
  days: readonly DayRow[],
  lower: readonly number[],
  upper: readonly number[],
  edge: (day: string) => number,
  width: number,
  y: Scale,
): string {
  if (days.length === 0 || upper.every((value, index) => value === lower[index])) return ''
  const over = days.map(({ day }, index) => {
    const [x, level] = [tenth(edge(day)), tenth(y(upper[index] ?? 0))]
    return `${index === 0 ? 'M' : 'L'}${x} ${level}H${tenth(edge(day) + width)}`
  })
  const under = days.map(({ day }, index) => {
    const level = tenth(y(lower[index] ?? 0))
    return `L${tenth(edge(day) + width)} ${level}H${tenth(edge(day))}`
  })
  return `${over.join('')}${under.reverse().join('')}z`
}

/** The kWh a year of what is taken, from the lower edge up to the most there was. */
export function kwhArea(days: readonly DayRow[], curve: FillCurve, top: number, bottom: number) {
  const most = Math.max(1, ...days.map(({ taken_kwh }) => taken_kwh))
  const y = linear([0, most], [bottom, top])
  const levels = days.map(({ taken_kwh }) => taken_kwh)
  const edge = (day: string) => curve.x(day) - curve.width / 2
  const none = days.map(() => 0)
  return { most, d: steps(days, none, levels, edge, curve.width, y) }
}

/** A text's height above another's: labels moved apart so that none covers the next. */
export function apart(places: readonly number[], least: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const moved = [...places]
  for (let index = order.length - 2; index >= 0; index--) {
    const [upper, lower] = [order[index], order[index + 1]] as [number, number]
    const most = (moved[lower] ?? 0) - least
    if ((moved[upper] ?? 0) > most) moved[upper] = most
  }
  return moved
}
