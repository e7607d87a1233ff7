import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { useStaffChange } from '@/dataProvider/useStaffChange'
import type { NewMachineToken, ScheduleName } from './token'

interface TokenDialogProps {
  schedules: readonly ScheduleName[]
  onClose: () => void
  onAdded: (made: NewMachineToken) => void
}

/** A new token: for whom, for which reports, until when. */
export function TokenDialog({ schedules, onClose, onAdded }: TokenDialogProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [isAll, setAll] = useState(schedules.length === 0)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [day, setDay] = useState('')
  const { run, isRunning, problem, fieldErrors } = useStaffChange('machine-tokens')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = { name: name.trim(), schedules: isAll ? null : chosen, expires_on: day || null }
    const made = await run<NewMachineToken>('POST', 'machine-tokens', body)
    if (!made) return
    onAdded(made)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={id}>Schlüssel anlegen</DialogTitle>
        <DialogContent className="eingaben">
          <TextField
            label="Name"
            value={name}
            error={'name' in fieldErrors}
            helperText={fieldErrors.name ?? 'Welches Programm liest damit?'}
            autoFocus
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
          />
          <Scope {...{ schedules, isAll, chosen, setAll, setChosen }} />
          {fieldErrors.schedules && (
            <p role="alert" className="feldfehler">
              {fieldErrors.schedules}
            </p>
          )}
          <TextField
            label="Gilt bis"
            type="date"
            value={day}
            error={'expires_on' in fieldErrors}
            helperText={fieldErrors.expires_on ?? 'Leer lassen: bis Sie ihn widerrufen.'}
            onChange={({ target }) => setDay(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          {problem && Object.keys(fieldErrors).length === 0 && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="contained" disabled={isRunning}>
            Anlegen
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface ScopeProps {
  schedules: readonly ScheduleName[]
  isAll: boolean
  chosen: readonly number[]
  setAll: (isAll: boolean) => void
  setChosen: (chosen: readonly number[]) => void
}

function Scope({ schedules, isAll, chosen, setAll, setChosen }: ScopeProps) {
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="ereignisse">
      <legend>Welche Berichte</legend>
      <label className="ereignis-alle">
        <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
        <span>
          <b>Alle</b>
          <small>auch solche, die noch dazukommen</small>
        </span>
      </label>
      {!isAll &&
        schedules.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>{name}</span>
          </label>
        ))}
    </fieldset>
  )
}
