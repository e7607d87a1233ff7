import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { type Capacity, parkTitle } from '@/capacity/capacity'
import { useStaffQuery } from '@/dataProvider/useStaffQuery'
import { LoadProblem } from '@/layout/LoadProblem'
import { Page } from '@/layout/Page'
import { useSession } from '@/session/session'
import { Capacities } from './Capacities'
import { LimitBars } from './LimitBars'
import { LimitDialog } from './LimitDialog'
import { ParkFacts } from './ParkFacts'
import { ParkHistory } from './ParkHistory'
import { ParkPause } from './ParkPause'
import type { ParkDocument } from './park'
import '@/layout/sheets.css'
import '@/capacity/capacity.css'
import './parks.css'

/** One park: its picture with what can be done there, limits, facts and history. */
export function ParkShow() {
  const id = encodeURIComponent(useParams().id ?? '')
  const park = useStaffQuery<ParkDocument>(`parks/${id}`)
  const capacity = useStaffQuery<Capacity>(`parks/${id}/capacity`, { refetchEvery: 60_000 })
  const error = park.error ?? capacity.error
  const overline = <Link to="/parks">Alle Parks</Link>
  if (!park.data || !capacity.data)
    return (
      <Page title="Park" overline={overline}>
        {error ? (
          <LoadProblem
            error={error}
            onRetry={() => Promise.all([park.refetch(), capacity.refetch()])}
          />
        ) : (
          <Skeleton />
        )}
      </Page>
    )
  return (
    <Page title={parkTitle(park.data)} overline={overline}>
      <Loaded park={park.data} capacity={capacity.data} />
    </Page>
  )
}

function Loaded({ park, capacity }: { park: ParkDocument; capacity: Capacity }) {
  const [isChangingLimits, setChangingLimits] = useState(false)
  const mayChange = useSession()?.account.role !== 'marketing'
  return (
    <>
      <ParkPause park={park} mayChange={mayChange} />
      {capacity.runs.length > 0 ? (
        <Capacities park={park} capacity={capacity} mayChange={mayChange} />
      ) : (
        <section className="blatt leer">
          <p>
            Dieser Park hat noch keine Plätze. Setzen Sie unten eine Grenze über 0, dann entstehen
            sie.
          </p>
        </section>
      )}
      <div className="zweispaltig">
        <LimitBars
          capacity={capacity}
          {...(mayChange && { onChange: () => setChangingLimits(true) })}
        />
        <ParkFacts
          park={park}
          action={
            mayChange && (
              <Button component={Link} to={`/parks/${encodeURIComponent(park.id)}`}>
                Bearbeiten
              </Button>
            )
          }
        />
      </div>
      <ParkHistory history={park.history} />
      {isChangingLimits && <LimitDialog park={park} onClose={() => setChangingLimits(false)} />}
    </>
  )
}

/** As high as what follows, so that nothing jumps. */
function Skeleton() {
  return (
    <section className="blatt feldgeruest" aria-busy="true">
      <p role="status" className="leise">
        Wird geladen
      </p>
    </section>
  )
}
