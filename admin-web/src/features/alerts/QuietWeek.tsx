import { DAYS, type QuietTimes, quietSpans } from './rule'

const HOUR = 11
const ROW = 15
const LEFT = 30
const HEIGHT = ROW * 7
const WIDTH = LEFT + HOUR * 24

/** A week seen from above, one cell an hour: dark ones are quiet. The sentence below says the same. */
export function QuietWeek({ times }: { times: QuietTimes }) {
  return (
    <svg
      className="quiet-week"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`}
      aria-hidden="true"
      focusable="false"
    >
      <path className="hours" d={ALL_HOURS} />
      {quietSpans(times).map(({ day, from, to }) => (
        <path key={`${day} ${from}`} className="quiet" d={quietPath(day, from, to)} />
      ))}
      {DAYS.map((name, day) => (
        <text key={name} x={0} y={day * ROW + 11}>
          {name}
        </text>
      ))}
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={LEFT + hour * HOUR} y={HEIGHT + 13}>
          {hour} Uhr
        </text>
      ))}
    </svg>
  )
}

const cell = (x: number, y: number, width: number): string =>
  `M${x} ${y}h${width}v${ROW - 3}h${-width}z`

const ALL_HOURS = DAYS.map((_, day) =>
  Array.from({ length: 24 }, (_unused, hour) =>
    cell(LEFT + hour * HOUR + 1, day * ROW + 1, HOUR - 2),
  ).join(''),
).join('')

/** Hours between two minutes of a day, each cut where the quiet begins or ends inside it. */
function quietPath(day: number, from: number, to: number): string {
  const cells: string[] = []
  for (let hour = Math.floor(from / 60); hour * 60 < to; hour += 1) {
    const start = Math.max(from - hour * 60, 0) / 60
    const end = Math.min(to - hour * 60, 60) / 60
    const width = (HOUR - 2) * (end - start)
    cells.push(cell(LEFT + hour * HOUR + 1 + (HOUR - 2) * start, day * ROW + 1, width))
  }
  return cells.join('')
}
