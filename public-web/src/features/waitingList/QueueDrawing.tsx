import { forecastText as text } from '@/content/de/waitingRule'
import { queueOf } from './queue'

const [WIDTH, HEIGHT, STEP_X, STEP_Y] = [34, 22, 58, 28]

/** The queue from the front: a column is a month, the dashed cell is the visitor. */
export function QueueDrawing(props: { position: number; perMonthTenths: number }) {
  const { columns, rest, first } = queueOf(props.position, props.perMonthTenths)
  const rows = Math.max(...columns)
  const own = { column: columns.length - 1, row: (columns.at(-1) ?? 1) - 1 }
  const [ownX, ownY] = [own.column * STEP_X, own.row * STEP_Y]
  const cells = columns.flatMap((count, column) =>
    Array.from({ length: column === own.column ? count - 1 : count }, (_, row) =>
      cell(column, row),
    ),
  )
  const bottom = rows * STEP_Y + 16
  return (
    <figure className="queue">
      <svg
        viewBox={`-3 -3 ${columns.length * STEP_X + 36} ${bottom + 12}`}
        role="img"
        aria-label={text.label(props.position)}
      >
        <path className="queue__cell" d={cells.join('')} />
        <path className="queue__own" d={`M${ownX + 1.5} ${ownY + 1.5}h31v19h-31z`} />
        <text className="queue__you" x={ownX + WIDTH + 8} y={ownY + 16.5}>
          {text.you}
        </text>
        {columns.map((_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
          <text key={column} x={column * STEP_X + WIDTH / 2} y={bottom} textAnchor="middle">
            {first + column}.
          </text>
        ))}
      </svg>
      <figcaption className="small quiet">
        {text.drawing} {rest > 0 && text.drawingRest(rest)}
      </figcaption>
    </figure>
  )
}

const cell = (column: number, row: number): string =>
  `M${column * STEP_X} ${row * STEP_Y}h${WIDTH}v${HEIGHT}h-${WIDTH}z`
