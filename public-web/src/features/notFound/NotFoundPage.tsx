import { Link } from '@/components/Link'
import { notFoundText } from '@/content/de/notFound'
import { cellCorner } from '@/lib/cells'
import { paths } from '@/lib/paths'
import { useReserveLink } from '@/lib/placesFree'

const GRID = { columns: 25, x: 30, y: 20, width: 20, height: 8, stepX: 24, stepY: 12 }
const PLACE = 404

export default function NotFoundPage() {
  const { title, text, reserve, home } = notFoundText
  return (
    <section className="text">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <Field />
      <div className="buttons">
        <Link className="button button--sun" {...useReserveLink(reserve)} />
        <Link className="button button--line" to={paths.home}>
          {home}
        </Link>
      </div>
    </section>
  )
}

/** The 500 places from above; the one with the number of the error stands out, empty. Decoration. */
function Field() {
  const { x, y } = cellCorner(GRID, PLACE - 1)
  return (
    <svg className="chain" viewBox="0 0 656 276" aria-hidden="true">
      <defs>
        <pattern id="plaetze" x="30" y="20" width="24" height="12" patternUnits="userSpaceOnUse">
          <path className="shade" d="M2 3h20v8H2z" />
          <path fill="var(--color-modul)" d="M0 0h20v8H0z" />
        </pattern>
      </defs>
      <path fill="var(--land-wiese)" d="M0 0h656v276H0z" />
      <path fill="url(#plaetze)" d="M30 20h600v240H30z" />
      <path
        fill="var(--land-stoppel)"
        stroke="var(--color-tinte)"
        strokeWidth="2"
        d={`M${x - 3} ${y - 3}h26v14h-26zM${x + 23} ${y - 3}l36-30`}
      />
      <rect x={x + 50} y={y - 76} width="160" height="50" rx="8" fill="var(--color-karte)" />
      <text
        className="figure"
        x={x + 130}
        y={y - 41}
        textAnchor="middle"
        fontSize="28"
        fill="currentColor"
      >
        {notFoundText.place}
      </text>
    </svg>
  )
}
