import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { formatMoment } from '@/lib/format'
import { reservationsPath } from '@/lib/reservationsPath'
import { FormDialog } from '@/ui/form/FormDialog'
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
  const [reason, setReason] = useState('')
  const { run, isRunning, problem } = useStaffChange('parks')
  const notify = useNotify()
  const isPaused = park.paused_at !== null

  async function submit() {
    const action = isPaused ? 'resume' : 'pause'
    const params = { path: { park: park.id } }
    const body = { reason: reason.trim() }
    if (!(await run('post', `/api/staff/parks/{park}/${action}`, { params, body }))) return
    notify(DONE[action], { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={`${isPaused ? 'Reservierungen wieder öffnen' : 'Reservierungen anhalten'}: ${parkTitle(park)}`}
      button={isPaused ? 'Öffnen' : 'Anhalten'}
      isBlocked={isRunning || !reason.trim()}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Grund"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        helperText="Steht im Verlauf des Parks."
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}

const DONE = {
  pause: 'Angehalten. Niemand kann in diesem Park reservieren, bis Sie ihn wieder öffnen.',
  resume: 'Geöffnet. Haushalte können wieder reservieren.',
} as const
