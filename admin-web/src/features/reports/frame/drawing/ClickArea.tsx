import { useNavigate } from 'react-router-dom'

interface ClickAreaProps {
  /** Nothing is clickable without. */
  to: string | null
  /** What a pointer that rests on it is told. */
  name: string
  /** Without it the area is a row over the whole width, a little wider than what is drawn. */
  x?: number
  y: number
  width: number
  height: number
}

/** How far a row reaches beyond its drawing, so that its tint does not end with a letter. */
export const BESIDE = 8

/** A part of a drawing that leads to what it counts. The table below has the same as links, for the keyboard. */
export function ClickArea({ to, name, x, width, ...place }: ClickAreaProps) {
  const navigate = useNavigate()
  if (to === null) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same as links
    <rect
      className="click-area"
      {...place}
      x={x ?? -BESIDE}
      width={x === undefined ? width + 2 * BESIDE : width}
      onClick={() => navigate(to)}
    >
      <title>{name}</title>
    </rect>
  )
}
