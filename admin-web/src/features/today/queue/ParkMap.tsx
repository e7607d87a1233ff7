import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { type Capacity, type Park, parkTitle } from '@/ui/park/capacity'
import { FieldDrawing, SpotCell } from '@/ui/park/FieldDrawing'
import { cornerOf, gridFor, sizeOf } from '@/ui/park/grid'
import { picturedWords, SPOT_STATE_ORDER, SPOT_STATES } from '@/ui/park/spotStates'

interface ParkMapProps {
  park: Park | undefined
  /** The place of the focused line. */
  ringed: number | null
}

/** The park in small, with the place one is busy with, and one sentence on how full it is. */
export function ParkMap({ park, ringed }: ParkMapProps) {
  const { data } = useStaffQuery('/api/staff/parks/{park}/capacity', {
    params: { path: { park: park?.id ?? '' } },
    isEnabled: park !== undefined,
    refetchEvery: NEWS_EVERY,
  })
  const path = park ? `/parks/${encodeURIComponent(park.id)}/show` : '/parks'
  return (
    <section className="queue-map" aria-labelledby="park" aria-busy={!data}>
      <h2 id="park">
        <Link to={path}>{park ? parkTitle(park) : 'Solarpark'}</Link>
      </h2>
      {data && <p className="flush tiny">{data.fullness.spots_words}.</p>}
      {data && (
        <div className="queue-map-row">
          <Field capacity={data} ringed={ringed} />
          <ul className="queue-legend tiny">
            {SPOT_STATE_ORDER.filter((state) => data.counts[state] > 0).map((state) => (
              <li key={state}>
                <Link to={`${path}?state=${state}`}>
                  <SpotCell state={state} />
                  {SPOT_STATES[state].label}{' '}
                  <b className="tabular">{formatNumber(data.counts[state])}</b>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Field({ capacity, ringed }: { capacity: Capacity; ringed: number | null }) {
  const last = capacity.runs.at(-1)?.last ?? 0
  const grid = useMemo(() => gridFor(last, true), [last])
  const { width, height } = sizeOf(grid)
  const corner = ringed !== null && ringed <= grid.count ? cornerOf(ringed, grid) : null
  const words = picturedWords(capacity.counts)
  return (
    <svg
      className="park-field"
      viewBox={`-4 -4 ${width + 8} ${height + 8}`}
      role="img"
      aria-label={corner ? `${words}. Platz ${ringed} ist hervorgehoben.` : words}
    >
      <FieldDrawing runs={capacity.runs} grid={grid} />
      {corner && (
        <>
          <rect className="c-sun" x={corner.x} y={corner.y} width={17} height={12} />
          <rect className="queue-ring" x={corner.x - 4} y={corner.y - 4} width={25} height={20} />
        </>
      )}
    </svg>
  )
}
