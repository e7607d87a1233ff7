import { Link } from 'react-router-dom'
import { Page } from './Page'

export function NotFound() {
  return (
    <Page title="Diese Seite gibt es nicht">
      <section className="sheet">
        <p>
          Die Adresse führt zu keiner Seite der Konsole. Vielleicht wurde sie verkürzt oder der
          Eintrag wurde entfernt. <Link to="/">Zur Seite Heute</Link>
        </p>
      </section>
    </Page>
  )
}
