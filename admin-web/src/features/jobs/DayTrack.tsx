import type { NextRun } from '@/ui/fields/nextRun'
import { busyHours, firstHour, HOURS } from './hours'

const CELL = 10
const HEIGHT = 12

/**
 * The coming 24 hours, a cell each: full where the job runs. A longer tick stands before 0, 6, 12
 * and 18 o'clock. The words beside it say the same.
 */
export function DayTrack({ next, now }: { next: readonly NextRun[]; now: Date }) {
  const hours = busyHours(next, now)
  const first = firstHour(now)
  const cells = (isBusy: boolean) =>
    hours.map((busy, hour) => (busy === isBusy ? cellAt(hour) : '')).join('')
  const ticks = hours
    .map((_, hour) => ((first + hour) % 6 === 0 ? `M${hour * CELL} ${HEIGHT + 2}v4` : ''))
    .join('')
  return (
    <svg
      className="day-track"
      viewBox={`-0.5 0 ${HOURS * CELL + 0.5} ${HEIGHT + 20}`}
      aria-hidden="true"
    >
      <path className="track-free" d={cells(false)} />
      <path className="track-run" d={cells(true)} />
      <path className="track-line" d={ticks} />
      {hours.map((_, hour) => {
        const clock = (first + hour) % HOURS
        // The last one would be cut off by the edge.
        if (clock % 6 !== 0 || hour > HOURS - 3) return null
        return (
          <text key={clock} x={hour * CELL + 2.5} y={HEIGHT + 17}>
            {clock}
          </text>
        )
      })}
    </svg>
  )
}

const cellAt = (hour: number): string =>
  `M${hour * CELL + 1} 1h${CELL - 2}v${HEIGHT - 2}h${2 - CELL}z`
