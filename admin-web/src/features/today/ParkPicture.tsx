import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { useSession } from '@/session/session'
import { type Capacity, type Park, parkStanding, parkTitle } from '@/ui/park/capacity'
import { FieldDrawing, SpotCell } from '@/ui/park/FieldDrawing'
import { sizeOf } from '@/ui/park/grid'
import { ParkFigures } from '@/ui/park/ParkFigures'
import {
  picturedWords,
  SPOT_STATE_ORDER,
  SPOT_STATES,
  type SpotCounts,
  type SpotState,
} from '@/ui/park/spotStates'
import { useGrid } from '@/ui/park/useGrid'

/** The park from above with its figures. Who works with parks gets from a state to its spots. */
export function ParkPicture({ park }: { park: Park | undefined }) {
  const { data } = useStaffQuery('/api/staff/parks/{park}/capacity', {
    params: { path: { park: park?.id ?? '' } },
    isEnabled: park !== undefined,
    refetchEvery: NEWS_EVERY,
  })
  const role = useSession()?.account.role
  const seesParks = role === 'admin' || role === 'staff'
  const target = park && seesParks ? `/parks/${park.id}/show` : null
  return (
    <section className="sheet park-picture" aria-labelledby="park" aria-busy={!data}>
      <div className="head-row">
        <h2 id="park">
          {park ? parkTitle(park) : 'Solarpark'}{' '}
          {park && <span className="marker">{parkStanding(park)}</span>}
        </h2>
        {data && <ParkFigures fullness={data.fullness} />}
      </div>
      {data ? <Picture capacity={data} /> : <div className="park-field-place" />}
      <div className="legend-row">
        {data && <Legend counts={data.counts} path={target} />}
        {target && (
          <Button component={Link} to={target}>
            Zum Park
          </Button>
        )}
      </div>
    </section>
  )
}

function Picture({ capacity }: { capacity: Capacity }) {
  const grid = useGrid(capacity.runs)
  const { width, height } = sizeOf(grid)
  return (
    <svg
      className="park-field"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={picturedWords(capacity.counts)}
    >
      <FieldDrawing runs={capacity.runs} grid={grid} />
    </svg>
  )
}

function Legend({ counts, path }: { counts: SpotCounts; path: string | null }) {
  return (
    <ul className="legend">
      {SPOT_STATE_ORDER.filter((state) => counts[state] > 0).map((state) => (
        <li key={state}>
          {path ? (
            <Link to={`${path}?state=${state}`}>
              <LegendWords state={state} count={counts[state]} />
            </Link>
          ) : (
            <span>
              <LegendWords state={state} count={counts[state]} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function LegendWords({ state, count }: { state: SpotState; count: number }) {
  return (
    <>
      <SpotCell state={state} />
      {SPOT_STATES[state].label} <b>{formatNumber(count)}</b>
    </>
  )
}
