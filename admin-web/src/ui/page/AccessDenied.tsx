import { Link } from 'react-router-dom'
import { Page } from './Page'

export function AccessDenied() {
  return (
    <Page title="Kein Zugriff">
      <section className="sheet">
        <p>
          Ihre Rolle sieht diese Seite nicht. Wenn Sie sie für Ihre Arbeit brauchen, wenden Sie sich
          an eine Person mit der Rolle Administration. <Link to="/">Zur Seite Heute</Link>
        </p>
      </section>
    </Page>
  )
}
