import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type Park, parkStanding, parkTitle, shareTaken } from '@/ui/park/capacity'
import { Strip } from './Strip'
import '@/ui/page/sheets.css'
import '@/ui/park/capacity.css'
import './parks.css'

/** Every park with how far it is given away. */
export function ParkList() {
  const { data, error, refetch } = useStaffQuery('/api/staff/parks', { refetchEvery: NEWS_EVERY })
  return (
    <Page title="Parks">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="sheet awaited-part" aria-busy="true" />}
      {data?.data.map((park) => (
        <ParkSheet key={park.id} park={park} />
      ))}
      {data?.data.length === 0 && (
        <section className="sheet empty">
          <p>Es gibt noch keinen Park. Der Pilotpark entsteht, wenn die Datenbank angelegt wird.</p>
        </section>
      )}
    </Page>
  )
}

function ParkSheet({ park }: { park: Park }) {
  const { spot_limit, occupied, overbooked, spots_words, kwh_words } = park.fullness
  return (
    <section className="sheet" aria-labelledby={`park-${park.id}`}>
      <div className="head-row">
        <h2 id={`park-${park.id}`}>
          <Link to={`/parks/${encodeURIComponent(park.id)}/show`}>{parkTitle(park)}</Link>{' '}
          <span className="marker">{parkStanding(park)}</span>
        </h2>
        <p className="muted flush">
          {park.location}, {park.timeline}
        </p>
      </div>
      {park.cancelled_at === null ? (
        <>
          <Strip share={shareTaken(occupied + overbooked, spot_limit)} />
          <p className="tabular limit-line">
            <span>Plätze: {spots_words}</span>
            <span>Strom: {kwh_words}</span>
          </p>
        </>
      ) : (
        <p className="muted flush">Abgesagt am {formatMoment(park.cancelled_at)}.</p>
      )}
    </section>
  )
}
