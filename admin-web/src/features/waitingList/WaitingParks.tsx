import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatKwh, formatNumber } from '@/lib/format'
import { FieldDrawing, SpotCell } from '@/ui/park/FieldDrawing'
import { sizeOf } from '@/ui/park/grid'
import { useGrid } from '@/ui/park/useGrid'
import { PARTS, runsOf, sumWords, type WaitingPark, waitingWords } from './waiting'

/** Of each park with places: how they are divided, and who waits for one. */
export function WaitingParks({ parks }: { parks: readonly WaitingPark[] }) {
  return parks
    .filter(({ limit, is_cancelled }) => limit > 0 && !is_cancelled)
    .map((park) => <ParkSheet key={park.park} park={park} />)
}

/** What the server knows of every park's list. */
export const useWaitingParks = () =>
  useStaffQuery('/api/staff/waiting-list/parks', { refetchEvery: NEWS_EVERY }).data ?? []

function ParkSheet({ park }: { park: WaitingPark }) {
  const id = `waiting-${park.park}`
  return (
    <section className="sheet waiting-park" aria-labelledby={id}>
      <div className="head-row">
        <h2 id={id}>
          <Link to={`/parks/${encodeURIComponent(park.park)}/show`}>Solarpark {park.name}</Link>
          {park.is_paused && <span className="marker">angehalten</span>}
        </h2>
        <p className="flush">{waitingWords(park)}</p>
      </div>
      <Picture park={park} />
      <ul className="legend">
        {PARTS.map(({ name, state, label }) => (
          <li key={name}>
            <span>
              <SpotCell state={state} />
              {label} <b>{formatNumber(park[name])}</b>
            </span>
          </li>
        ))}
        <li>
          <span>
            Zusammen <b>{formatNumber(park.limit)}</b>
          </span>
        </li>
        {park.kwh_left !== null && (
          <li>
            <span>
              Noch zu vergeben <b>{formatKwh(park.kwh_left)} im Jahr</b>
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}

function Picture({ park }: { park: WaitingPark }) {
  const runs = runsOf(park)
  const grid = useGrid(runs)
  const { width, height } = sizeOf(grid)
  return (
    <svg
      className="park-field"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={sumWords(park)}
    >
      <FieldDrawing runs={runs} grid={grid} />
    </svg>
  )
}
