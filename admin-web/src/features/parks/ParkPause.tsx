import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { formatMoment } from '@/lib/format'
import { reservationsPath } from '@/lib/reservationsPath'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type Park, parkTitle } from '@/ui/park/capacity'

interface Props {
  park: Park
  /** The latest change first. */
  history: readonly Schemas['ParkChangeOut'][]
  mayChange: boolean
}

/** Whether households can reserve in the park, why not, and the switch for it. */
export function ParkPause({ park, history, mayChange }: Props) {
  const [isAsking, setAsking] = useState(false)
  const isPaused = park.paused_at !== null
  const last = isPaused ? history.find(({ action }) => action === 'paused') : undefined
  return (
    <section className="sheet" aria-labelledby="intake">
      <div className="head-row">
        <h2 id="intake">Neue Reservierungen</h2>
        {mayChange && (
          <Button onClick={() => setAsking(true)}>{isPaused ? 'Wieder öffnen' : 'Anhalten'}</Button>
        )}
      </div>
      <p className={isPaused ? 'caution' : 'muted'}>
        {park.paused_at === null
          ? 'Haushalte können in diesem Park reservieren, solange Plätze frei sind.'
          : `Angehalten seit ${formatMoment(park.paused_at)}: Niemand kann hier reservieren. Bestehende Reservierungen bleiben, wie sie sind.`}
      </p>
      {last?.reason && <p>{`Grund: ${last.reason}`}</p>}
      {last?.actor === 'system' && mayChange && (
        <p>
          <Link to={reservationsPath({ burst: 'last' })}>Ansturm ansehen</Link>
        </p>
      )}
      {isAsking && <PauseDialog park={park} onClose={() => setAsking(false)} />}
    </section>
  )
}

function PauseDialog({ park, onClose }: { park: Park; onClose: () => void }) {
  const action = park.paused_at === null ? 'pause' : 'resume'
  return (
    <EditDialog
      title={`${action === 'pause' ? 'Reservierungen anhalten' : 'Reservierungen wieder öffnen'}: ${parkTitle(park)}`}
      button={action === 'pause' ? 'Anhalten' : 'Öffnen'}
      schema="ParkPauseIn"
      start={{ reason: '' }}
      isBlocked={({ values }) => !values.reason}
      save={(call, body) =>
        call('post', `/api/staff/parks/{park}/${action}`, {
          params: { path: { park: park.id } },
          body,
        })
      }
      renews={['parks']}
      done={DONE[action]}
      onClose={onClose}
    >
      <TextInput source="reason" label="Grund" hint="Steht im Verlauf des Parks." autoFocus />
    </EditDialog>
  )
}

const DONE = {
  pause: 'Angehalten. Niemand kann in diesem Park reservieren, bis Sie ihn wieder öffnen.',
  resume: 'Geöffnet. Haushalte können wieder reservieren.',
} as const
