import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { useSession } from '@/session/session'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type Capacity, parkTitle } from '@/ui/park/capacity'
import { ParkCancellation } from './cancellation/ParkCancellation'
import { ParkCancelled } from './cancellation/ParkCancelled'
import { RefundList } from './cancellation/RefundList'
import { ParkConfirmation } from './confirmation/ParkConfirmation'
import { ParkInvitations } from './invitations/ParkInvitations'
import { LimitBars } from './limits/LimitBars'
import { LimitDialog } from './limits/LimitDialog'
import { ParkFacts } from './ParkFacts'
import { ParkHistory } from './ParkHistory'
import { ParkPause } from './ParkPause'
import type { ParkDocument } from './park'
import { Capacities } from './spots/Capacities'
import '@/ui/page/sheets.css'
import '@/ui/park/capacity.css'
import './parks.css'

/** One park: its picture with what can be done there, limits, facts and history. */
export function ParkShow() {
  const id = useParams().id ?? ''
  const park = useStaffQuery('/api/staff/parks/{park}', {
    params: { path: { park: id } },
    refetchEvery: NEWS_EVERY,
  })
  const capacity = useStaffQuery('/api/staff/parks/{park}/capacity', {
    params: { path: { park: id } },
    refetchEvery: NEWS_EVERY,
  })
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

function Loaded({ park, capacity }: LoadedProps) {
  const role = useSession()?.account.role
  const mayChange = role !== 'marketing'
  if (park.cancelled_at !== null)
    return (
      <>
        <ParkCancelled at={park.cancelled_at} />
        {mayChange && <RefundList park={park} />}
        <Facts park={park} mayChange={mayChange} />
        <ParkHistory history={park.history} />
      </>
    )
  return (
    <>
      <ParkPause park={park} history={park.history} mayChange={mayChange} />
      <ParkConfirmation park={park} mayChange={mayChange} />
      {mayChange && <ParkInvitations park={park} />}
      {capacity.runs.length > 0 ? (
        <Capacities park={park} capacity={capacity} mayChange={mayChange} />
      ) : (
        <section className="sheet empty">
          <p>
            Dieser Park hat noch keine Plätze. Setzen Sie unten eine Grenze über 0, dann entstehen
            sie.
          </p>
        </section>
      )}
      <div className="two-column-form">
        <Limits {...{ park, capacity, mayChange }} />
        <Facts park={park} mayChange={mayChange} />
      </div>
      <ParkHistory history={park.history} />
      {role === 'admin' && <ParkCancellation park={park} />}
    </>
  )
}

interface LoadedProps {
  park: ParkDocument
  capacity: Capacity
}

function Limits({ park, capacity, mayChange }: LoadedProps & { mayChange: boolean }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <LimitBars capacity={capacity} {...(mayChange && { onChange: () => setChanging(true) })} />
      {isChanging && <LimitDialog park={park} onClose={() => setChanging(false)} />}
    </>
  )
}

function Facts({ park, mayChange }: { park: ParkDocument; mayChange: boolean }) {
  const edit = `/parks/${encodeURIComponent(park.id)}`
  const action = mayChange && (
    <Button component={Link} to={edit}>
      Bearbeiten
    </Button>
  )
  return <ParkFacts park={park} action={action} />
}

/** As high as what follows, so that nothing jumps. */
function Skeleton() {
  return (
    <section className="sheet field-skeleton" aria-busy="true">
      <p role="status" className="muted">
        Wird geladen
      </p>
    </section>
  )
}
