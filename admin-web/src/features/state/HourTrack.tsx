import { BERLIN_HOUR } from './berlinHour'
import type { Hour } from './state'

const CELL = 10
const HEIGHT = 12

/** The last 24 hours, a cell each: filled where runs ended, crossed where one failed. The words beside it say the same. */
export function HourTrack({ hours }: { hours: readonly Hour[] }) {
  const cells = (wanted: (hour: Hour) => boolean) =>
    hours.map((hour, at) => (wanted(hour) ? cellAt(at) : '')).join('')
  return (
    <svg
      className="state-track"
      viewBox={`-0.5 0 ${hours.length * CELL + 0.5} ${HEIGHT + 20}`}
      aria-hidden="true"
    >
      <path className="track-empty" d={cells(({ done, failed }) => done + failed === 0)} />
      <path className="track-done" d={cells(({ done, failed }) => done > 0 && failed === 0)} />
      <path className="track-failed" d={cells(({ failed }) => failed > 0)} />
      <path className="track-cross" d={hours.map(crossAt).join('')} />
      {hours.map(({ begins_at }, at) => {
        const clock = Number(BERLIN_HOUR.format(new Date(begins_at)))
        // The last ones would be cut off by the edge.
        if (clock % 6 !== 0 || at > hours.length - 3) return null
        return (
          <text key={begins_at} x={at * CELL} y={HEIGHT + 15}>
            {clock}
          </text>
        )
      })}
    </svg>
  )
}

const cellAt = (at: number): string => `M${at * CELL + 1} 1h${CELL - 2}v${HEIGHT - 2}h${2 - CELL}z`

const crossAt = ({ failed }: Hour, at: number): string =>
  failed > 0 ? `M${at * CELL + 2.5} ${HEIGHT - 2.5}L${at * CELL + CELL - 2.5} 2.5` : ''
