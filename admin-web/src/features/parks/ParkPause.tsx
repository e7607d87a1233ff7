import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatMoment } from '@/lib/format'
import { FormDialog } from '@/ui/form/FormDialog'
import { type Park, parkTitle } from '@/ui/park/capacity'

/** Whether households can reserve in the park, and the switch for it. */
export function ParkPause({ park, mayChange }: { park: Park; mayChange: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const isPaused = park.paused_at !== null
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
      {isAsking && <PauseDialog park={park} onClose={() => setAsking(false)} />}
    </section>
  )
}

function PauseDialog({ park, onClose }: { park: Park; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { change, isSaving, problem } = usePause(park, onClose)
  const isPaused = park.paused_at !== null
  return (
    <FormDialog
      title={`${isPaused ? 'Reservierungen wieder öffnen' : 'Reservierungen anhalten'}: ${parkTitle(park)}`}
      button={isPaused ? 'Öffnen' : 'Anhalten'}
      isBlocked={isSaving || !reason.trim()}
      problem={problem}
      onClose={onClose}
      onSubmit={() => change(isPaused ? 'resume' : 'pause', reason.trim())}
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

function usePause(park: Park, onDone: () => void) {
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(action: 'pause' | 'resume', reason: string) {
    setSaving(true)
    setProblem(null)
    try {
      await call('post', `/api/staff/parks/{park}/${action}`, {
        params: { path: { park: park.id } },
        body: { reason },
      })
      await queries.invalidateQueries({ queryKey: ['parks'] })
      notify(DONE[action], { type: 'success' })
      onDone()
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setSaving(false)
    }
  }

  return { change, isSaving, problem }
}

const DONE = {
  pause: 'Angehalten. Niemand kann in diesem Park reservieren, bis Sie ihn wieder öffnen.',
  resume: 'Geöffnet. Haushalte können wieder reservieren.',
} as const
