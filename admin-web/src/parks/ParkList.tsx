import { Link } from 'react-router-dom'
import { kwhWords, type Park, parkTitle, shareTaken, spotsWords } from '@/capacity/capacity'
import type { ListAnswer } from '@/dataProvider/dataProvider'
import { useStaffQuery } from '@/dataProvider/useStaffQuery'
import { LoadProblem } from '@/layout/LoadProblem'
import { Page } from '@/layout/Page'
import { Strip } from './Strip'
import '@/layout/sheets.css'
import '@/capacity/capacity.css'
import './parks.css'

/** Every park with how far it is given away. */
export function ParkList() {
  const { data, error, refetch } = useStaffQuery<ListAnswer<Park>>('parks')
  return (
    <Page title="Parks">
      {error && !data && <LoadProblem error={error} onRetry={refetch} />}
      {!data && !error && <section className="blatt parkgeruest" aria-busy="true" />}
      {data?.data.map((park) => (
        <ParkSheet key={park.id} park={park} />
      ))}
      {data?.data.length === 0 && (
        <section className="blatt leer">
          <p>Es gibt noch keinen Park. Der Pilotpark entsteht, wenn die Datenbank angelegt wird.</p>
        </section>
      )}
    </Page>
  )
}

function ParkSheet({ park }: { park: Park }) {
  const { spots_taken, spot_limit, kwh_taken, kwh_limit } = park
  return (
    <section className="blatt" aria-labelledby={`park-${park.id}`}>
      <div className="kopfzeile">
        <h2 id={`park-${park.id}`}>
          <Link to={`/parks/${encodeURIComponent(park.id)}/show`}>{parkTitle(park)}</Link>{' '}
          <span className="marker">{park.status}</span>
        </h2>
        <p className="leise ohne">
          {park.location}, {park.timeline}
        </p>
      </div>
      <Strip share={shareTaken(spots_taken, spot_limit)} />
      <p className="ziffern grenzzeile">
        <span>Plätze: {spotsWords(spots_taken, spot_limit)}</span>
        <span>Strom im Jahr: {kwhWords(kwh_taken, kwh_limit)}</span>
      </p>
    </section>
  )
}
