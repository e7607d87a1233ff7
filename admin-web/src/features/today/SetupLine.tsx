import { Link } from 'react-router-dom'
import type { Today } from './today'

/** In red until everything is in order: what the installation lacks. */
export function SetupLine({ setup }: { setup: Today['setup'] | undefined }) {
  if (!setup || setup.open.length === 0) return null
  const { open, total } = setup
  return (
    <section className="setup-line-of-today" aria-labelledby="setup-open">
      <h2 id="setup-open">
        {open.length} von {total} Prüfungen offen
      </h2>
      <p className="flush">
        {open.join(', ')}. <Link to="/setup-checks">Einrichten</Link>
      </p>
    </section>
  )
}
