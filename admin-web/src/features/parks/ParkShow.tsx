import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMoment } from '@/lib/format'
import { useSession } from '@/session/session'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Page } from '@/ui/page/Page'
import { type Capacity, type Park, parkTitle, shareTaken } from '@/ui/park/capacity'
import { CancellationDialog } from './cancellation/CancellationDialog'
import { RefundList } from './cancellation/RefundList'
import { ParkConfirmation } from './confirmation/ParkConfirmation'
import { ParkConnection } from './connection/ParkConnection'
import { ParkInvitations } from './invitations/ParkInvitations'
import { LimitDialog } from './limits/LimitDialog'
import { ParkPause } from './ParkPause'
import { changeLines, changeTitle, fieldValue, type ParkChange, type ParkDocument } from './park'
import { Strip } from './Strip'
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
      {(park.confirmed_at !== null || park.connected_on !== null) && (
        <ParkConnection park={park} mayChange={role === 'admin'} />
      )}
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
    <section className="sheet awaited" aria-busy="true">
      <p role="status" className="muted">
        Wird geladen
      </p>
    </section>
  )
}

/** In place of picture and limits: a park that was called off has no places any more. */
function ParkCancelled({ at }: { at: NonNullable<Park['cancelled_at']> }) {
  return (
    <section className="sheet" aria-labelledby="park-cancelled">
      <h2 id="park-cancelled">Abgesagt</h2>
      <p className="caution">
        Dieser Park wurde am {formatMoment(at)} abgesagt und wird nicht gebaut. Alle Plätze sind
        gesperrt, niemand kann hier mehr reservieren. Die Haushalte haben eine Mail bekommen;
        Zahlungen sind noch zu erstatten, wo das in der Reservierung steht.
      </p>
    </section>
  )
}

/** The way to call the park off, for the administration. */
function ParkCancellation({ park }: { park: Park }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="sheet" aria-labelledby="cancel-park">
      <div className="head-row">
        <h2 id="cancel-park">Park absagen</h2>
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Park absagen
        </Button>
      </div>
      <p className="muted">
        Wenn der Park nicht gebaut wird: Alle Reservierungen enden, die Haushalte erhalten eine
        Mail, und niemand kann hier mehr reservieren. Vorher sehen Sie, was im Einzelnen passiert.
      </p>
      {isAsking && <CancellationDialog park={park} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** What the public pages say about the park. */
function ParkFacts({ park, action }: { park: Park; action: ReactNode }) {
  const facts: [string, string][] = [
    ['Ort', park.location],
    ['Stand des Baus', park.status],
    ['Zeitplan', park.timeline],
    ['Auskunft für Haushalte', fieldValue('progress_note', park.progress_note)],
    ['Auskunft vom', fieldValue('progress_on', park.progress_on)],
    ['Leistung', fieldValue('capacity_kw', park.capacity_kw)],
    ['Haushalte laut Projekt', fieldValue('households', park.households)],
    ['Mindestbetrag für Anlage', fieldValue('invest_minimum_cents', park.invest_minimum_cents)],
  ]
  return (
    <section className="sheet" aria-labelledby="park-facts">
      <div className="head-row">
        <h2 id="park-facts">Angaben</h2>
        {action}
      </div>
      <dl className="pairs">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const FIRST = 8

/** Every change of a park, the latest first, with who, when, before and after. */
function ParkHistory({ history }: { history: readonly ParkChange[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? history : history.slice(0, FIRST)
  return (
    <section className="sheet" aria-labelledby="park-history">
      <h2 id="park-history">Verlauf</h2>
      {history.length === 0 && (
        <p className="muted">An diesem Park hat noch niemand etwas geändert.</p>
      )}
      <ol className="timeline">
        {shown.map((change) => (
          <Change key={`${change.at} ${change.action} ${change.reason}`} change={change} />
        ))}
      </ol>
      {shown.length < history.length && (
        <Button onClick={() => setWhole(true)}>Alle {history.length} Änderungen zeigen</Button>
      )}
    </section>
  )
}

function Change({ change }: { change: ParkChange }) {
  return (
    <li>
      <strong>{changeTitle(change)}</strong>
      <span className="muted">
        {' '}
        <time dateTime={change.at}>{formatMoment(change.at)}</time>
        {change.actor_name && `, ${change.actor_name}`}
      </span>
      {changeLines(change).map((line) => (
        <span key={line} className="change-mark tabular">
          {line}
        </span>
      ))}
      {change.reason && <span className="reason">{change.reason}</span>}
    </li>
  )
}

interface LimitBarsProps {
  capacity: Capacity
  /** Absent for those who may only look. */
  onChange?: () => void
}

/** Both limits, how much of each is taken, and when the park will be full at the present mix. */
function LimitBars({ capacity, onChange }: LimitBarsProps) {
  const { fullness, forecast } = capacity
  const { occupied, overbooked, spot_limit, kwh_limit, kwh_taken, level } = fullness
  return (
    <section className="sheet" aria-labelledby="limits">
      <div className="head-row">
        <h2 id="limits">
          Grenzen {level !== null && <span className="marker">{levelWords(level)}</span>}
        </h2>
        {onChange && <Button onClick={onChange}>Grenzen ändern</Button>}
      </div>
      <Limit
        label="Plätze"
        words={fullness.spots_words}
        share={shareTaken(occupied + overbooked, spot_limit)}
      />
      <Limit
        label="Strom im Jahr"
        words={fullness.kwh_words}
        share={kwh_limit === null ? null : shareTaken(kwh_taken, kwh_limit)}
      />
      <p className="forecast">{forecast.sentence}</p>
    </section>
  )
}

const levelWords = (level: number): string =>
  level === 100 ? 'Voll' : `Mindestens ${level} % belegt`

function Limit(props: { label: ReactNode; words: string; share: number | null }) {
  const { label, words, share } = props
  return (
    <div className="limit">
      <p>
        <b>{label}</b> <span className="tabular">{words}</span>
      </p>
      {share !== null && <Strip share={share} />}
    </div>
  )
}
