import { EditDialog } from '@/ui/form/EditDialog'
import { FieldProblem, TextInput, useField } from '@/ui/form/inputs'
import type { NewMachineToken, ScheduleName } from './token'

interface TokenDialogProps {
  schedules: readonly ScheduleName[]
  onClose: () => void
  onAdded: (made: NewMachineToken) => void
}

/** A new token: for whom, for which reports, until when. */
export function TokenDialog({ schedules, onClose, onAdded }: TokenDialogProps) {
  return (
    <EditDialog
      title="Schlüssel anlegen"
      button="Anlegen"
      schema="MachineTokenIn"
      start={{
        name: '',
        // null: all of them, those still to come as well.
        schedules: schedules.length === 0 ? null : ([] as number[]),
        expires_on: '',
      }}
      save={(call, { expires_on, ...typed }) =>
        call('post', '/api/staff/machine-tokens', {
          body: { ...typed, expires_on: expires_on || null },
        })
      }
      renews={['machine-tokens']}
      onSaved={(made) => {
        if (made) onAdded(made)
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput source="name" label="Name" hint="Welches Programm liest damit?" autoFocus />
      <Scope schedules={schedules} />
      <TextInput
        source="expires_on"
        label="Gilt bis"
        type="date"
        hint="Leer lassen: bis Sie ihn widerrufen."
      />
    </EditDialog>
  )
}

function Scope({ schedules }: { schedules: readonly ScheduleName[] }) {
  const { value: chosen, onChange, problem } = useField<number[] | null>('schedules')
  return (
    <>
      <fieldset className="events">
        <legend>Welche Berichte</legend>
        <label className="event-all">
          <input
            type="checkbox"
            checked={chosen === null}
            onChange={({ target }) => onChange(target.checked ? null : [])}
          />
          <span>
            <b>Alle</b>
            <small>auch solche, die noch dazukommen</small>
          </span>
        </label>
        {chosen &&
          schedules.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
              <span>{name}</span>
            </label>
          ))}
      </fieldset>
      <FieldProblem words={problem} />
    </>
  )
}
