import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { Link } from 'react-router-dom'
import type { Bucket } from './buckets'

interface ColumnLinkProps {
  columns: readonly Bucket[]
  pointed: Bucket | null
  onPoint: (column: Bucket | null) => void
  linkOf: (days: { from: string; to: string }) => string
  /** The figures of a column. */
  wordsOf: (column: Bucket) => string
  place: { left: number; top: number; width: number; height: number }
}

/**
 * One link over all columns of a drawing, which leads where the pointed column does: the pointer or the
 * arrow keys choose the column. So a year of days is one stop for the keyboard, not 92.
 */
export function ColumnLink(props: ColumnLinkProps) {
  const { columns, pointed, onPoint, linkOf, wordsOf, place } = props
  const last = columns.length - 1
  const index = columns.findIndex(({ day }) => day === pointed?.day)
  const shown = columns[index] ?? columns[last]
  if (!shown) return null

  function point({ currentTarget, clientX }: PointerEvent<HTMLAnchorElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    onPoint(columns[Math.min(last, Math.max(0, Math.floor(share * columns.length)))] ?? null)
  }

  function move(event: KeyboardEvent) {
    const next = nextColumn(event.key, index < 0 ? last : index, last)
    if (next === null) return
    event.preventDefault()
    onPoint(columns[next] ?? null)
  }

  return (
    <Link
      to={linkOf({ from: shown.day, to: shown.last })}
      className="drawing-link column-link"
      style={place as CSSProperties}
      aria-label={`Reservierungen öffnen: ${wordsOf(shown)}. Pfeiltasten wählen die Spalte.`}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => index < 0 && onPoint(shown)}
      onBlur={() => onPoint(null)}
      onKeyDown={move}
    />
  )
}

/** The column a key leads to; `null` for a key that leads to none. */
export function nextColumn(key: string, index: number, last: number): number | null {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
