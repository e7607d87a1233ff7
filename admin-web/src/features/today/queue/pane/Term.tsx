import { ALARM_LEFT, type Line } from '../work'

interface TermProps {
  term: NonNullable<Line['term']>
  /** In a row; otherwise as wide as the pane. */
  isSmall?: boolean
}

const CELL = 6
const HEIGHT = 18

/** A cell a day: gone days full, today red from the alarm day on, which has a tick, the rest outlined. */
export function Term({ term: { day, days }, isSmall = false }: TermProps) {
  const alarm = Math.max(1, days - ALARM_LEFT)
  const width = days * CELL + 1
  return (
    <svg
      className={isSmall ? 'term-cells' : 'term-cells term-wide'}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      {...(isSmall && { width, height: HEIGHT })}
      role="img"
      aria-label={`Tag ${day} von ${days}`}
    >
      {Array.from({ length: days }, (_, index) => index + 1).map((cell) => (
        <rect
          key={cell}
          className={cell < day ? 'term-gone' : cell === day ? toneOf(day, alarm) : 'term-left'}
          x={(cell - 1) * CELL + 1.25}
          y={4.25}
          width={4.5}
          height={9.5}
        />
      ))}
      <path className="term-tick" d={`M${(alarm - 1) * CELL + 1} 1.5h5`} />
    </svg>
  )
}

const toneOf = (day: number, alarm: number): string => (day >= alarm ? 'term-due' : 'term-gone')
