import { Link } from 'react-router-dom'
import { Page } from '@/ui/page/Page'

const SHEETS = ['zahlen', 'weg', 'mails']

/** As much room as a reservation takes, while it is on its way. */
export function ShowSkeleton() {
  return (
    <Page title="Reservierung" overline={<Link to="/reservations">Reservierungen</Link>}>
      <section className="blatt summe" aria-busy="true">
        <p className="leise" role="status">
          Wird geladen
        </p>
      </section>
      <div className="akte" aria-hidden="true">
        <div className="akte-haupt">
          {SHEETS.map((sheet) => (
            <div key={sheet} className="blatt akte-geruest">
              <span className="geruest" />
              <span className="geruest" />
              <span className="geruest" />
            </div>
          ))}
        </div>
        <div className="akte-rand">
          <div className="blatt akte-geruest">
            <span className="geruest" />
          </div>
        </div>
      </div>
    </Page>
  )
}
