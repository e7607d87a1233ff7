import { formatDay } from '@/lib/format'
import { type ChartNote, inOrder } from '@/ui/drawing/notesByColumn'

/** The remarks behind the numbers in a drawing. */
export function NoteNumbers({ notes }: { notes: readonly ChartNote[] }) {
  if (notes.length === 0) return null
  return (
    <ol className="ruled remarks" data-numbered aria-label="Anmerkungen">
      {inOrder(notes).map(({ id, day, text }) => (
        <li key={id}>
          <span>
            <time className="tabular muted" dateTime={day}>
              {formatDay(day)}
            </time>
            <span>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
