import { Link } from 'react-router-dom'

export interface Spot {
  /** What it does, for those who do not see the drawing. */
  label: string
  to: string
  /** Where it lies on the drawing, in pixels. */
  x: number
  y: number
  width: number
  height: number
}

/** Links over a drawing: parts of a picture that lead somewhere, by mouse and by keyboard alike. */
export const Spots = ({ spots }: { spots: readonly Spot[] }) => (
  <>
    {spots.map(({ label, to, x, y, width, height }) => (
      <Link
        key={label}
        to={to}
        className="drawing-link no-print"
        title={label}
        style={{ left: x, top: y, width, height }}
      >
        <span className="visually-hidden">{label}</span>
      </Link>
    ))}
  </>
)
