import { Link } from 'react-router-dom'
import { Page } from '@/ui/page/Page'

const SHEETS = ['figures', 'timeline', 'mails']

/** As much room as a reservation takes, while it is on its way. */
export function ShowSkeleton() {
  return (
    <Page title="Reservierung" overline={<Link to="/reservations">Reservierungen</Link>}>
      <section className="sheet summary" aria-busy="true">
        <p className="muted" role="status">
          Wird geladen
        </p>
      </section>
      <div className="record" aria-hidden="true">
        <div className="record-main">
          {SHEETS.map((sheet) => (
            <div key={sheet} className="sheet record-skeleton">
              <span className="skeleton" />
              <span className="skeleton" />
              <span className="skeleton" />
            </div>
          ))}
        </div>
        <div className="record-aside">
          <div className="sheet record-skeleton">
            <span className="skeleton" />
          </div>
        </div>
      </div>
    </Page>
  )
}
