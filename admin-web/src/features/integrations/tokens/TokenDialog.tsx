import { useState } from 'react'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import type { NewMachineToken, ScheduleName } from './token'

interface TokenDialogProps {
  schedules: readonly ScheduleName[]
  onClose: () => void
  onAdded: (made: NewMachineToken) => void
}

/** A new token: for whom, for which reports, until when. */
export function TokenDialog({ schedules, onClose, onAdded }: TokenDialogProps) {
  const [name, setName] = useState('')
  const [isAll, setAll] = useState(schedules.length === 0)
  const [chosen, setChosen] = useState<number[]>([])
  const [day, setDay] = useState('')
  const { run, isRunning, problem, errors } = useFormChange(['machine-tokens'])

  async function submit() {
    const body = { name: name.trim(), schedules: isAll ? null : chosen, expires_on: day || null }
    const made = await run('post', '/api/staff/machine-tokens', { body })
    if (!made) return
    onAdded(made)
    onClose()
  }

  return (
    <FormDialog
      title="Schlüssel anlegen"
      button="Anlegen"
      isBlocked={isRunning}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        value={name}
        problem={errors.name}
        hint="Welches Programm liest damit?"
        autoFocus
        onValue={setName}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <Scope {...{ schedules, isAll, chosen, setAll, setChosen }} />
      {errors.schedules && (
        <p role="alert" className="field-error">
          {errors.schedules}
        </p>
      )}
      <TextInput
        label="Gilt bis"
        type="date"
        value={day}
        problem={errors.expires_on}
        hint="Leer lassen: bis Sie ihn widerrufen."
        onValue={setDay}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </FormDialog>
  )
}

interface ScopeProps {
  schedules: readonly ScheduleName[]
  isAll: boolean
  chosen: number[]
  setAll: (isAll: boolean) => void
  setChosen: (chosen: number[]) => void
}

function Scope({ schedules, isAll, chosen, setAll, setChosen }: ScopeProps) {
  const toggle = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="events">
      <legend>Welche Berichte</legend>
      <label className="event-all">
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
