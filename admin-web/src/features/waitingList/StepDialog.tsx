import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { germanNumber } from '@/lib/germanNumber'
import { ENTRY_STATES } from '@/lib/states'
import { onItsWay } from '@/session/mailWords'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { consequences, type Entry, STEPS, type StepName } from './waiting'

/** What a step may change elsewhere. */
const RENEWED = ['waiting-list', 'today', 'parks', 'mails', 'refused-mails', 'reservations']
const CAUTION = 'Inzwischen geändert. Noch ist nichts ausgeführt; Ihre Eingaben sind noch da.'

interface StepDialogProps {
  entry: Entry
  step: StepName
  onClose: () => void
}

/**
 * What a step leads to, its reason, and the button. Where a colleague was faster, the entry is fetched
 * again, what was typed stays, and the next press goes by what is stored then.
 */
export function StepDialog({ entry, step, onClose }: StepDialogProps) {
  const { typed, setTyped, position, change, submit } = useStep({ entry, step, onClose })
  const { fieldErrors: errors, problem, refusal, isRunning } = change
  const isPossible = entry.steps.includes(step)
  const isStale = refusal?.code === 'stale'
  return (
    <FormDialog
      title={`${entry.name}: ${STEPS[step].button}`}
      button={isStale && isPossible ? 'Trotzdem ausführen' : STEPS[step].button}
      isBlocked={isRunning || !isPossible}
      isDangerous={step === 'take_off'}
      isWide
      problem={isStale || refusal?.errors ? null : problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {isStale && (
        <Meanwhile entry={entry} by={(refusal.changed as { by_name?: string } | null)?.by_name} />
      )}
      <ConsequenceList sentences={consequences(entry, step, position)} />
      <Fields step={step} typed={typed} errors={errors} onTyped={setTyped} />
    </FormDialog>
  )
}

interface Typed {
  reason: string
  position: string
  email: string
}

interface FieldsProps {
  step: StepName
  typed: Typed
  errors: Record<string, string>
  onTyped: (typed: Typed) => void
}

function Fields({ step, typed, errors, onTyped }: FieldsProps) {
  return (
    <>
      {step === 'move' && (
        <TextInput
          label="Neue Stelle"
          hint="1 ist die erste. Eine Zahl über der Länge der Liste ist das Ende."
          required
          value={typed.position}
          problem={errors.position}
          onValue={(value) => onTyped({ ...typed, position: value })}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 9, autoComplete: 'off' } }}
        />
      )}
      {step === 'correct_address' && (
        <TextInput
          label="Richtige E-Mail-Adresse"
          type="email"
          required
          value={typed.email}
          problem={errors.email}
          onValue={(email) => onTyped({ ...typed, email })}
          slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
        />
      )}
      <TextInput
        label="Grund"
        hint="Bleibt im Verlauf des Eintrags. Andere auf der Liste lesen ihn nicht."
        required
        value={typed.reason}
        problem={errors.reason}
        onValue={(reason) => onTyped({ ...typed, reason })}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </>
  )
}

function Meanwhile({ entry, by }: { entry: Entry; by?: string | null | undefined }) {
  const where = entry.position === null ? '' : `, Stelle ${entry.position}`
  return (
    <div className="caution" role="alert">
      <p>
        {by ?? 'Jemand'}: {CAUTION}
      </p>
      <p>
        Stand ist jetzt „{ENTRY_STATES[entry.state].label}“{where}.
      </p>
    </div>
  )
}

function useStep({ entry, step, onClose }: StepDialogProps) {
  const [typed, setTyped] = useState({ reason: '', position: '', email: '' })
  const change = useStaffChange(...RENEWED)
  const notify = useNotify()
  const position = germanNumber(typed.position)

  async function submit() {
    const params = { path: { entry_id: entry.id } }
    const body = { version: entry.version, reason: typed.reason.trim() }
    const done = await {
      offer: () => change.run('post', '/api/staff/waiting-list/{entry_id}/offer', { params, body }),
      skip: () => change.run('post', '/api/staff/waiting-list/{entry_id}/skip', { params, body }),
      move: () =>
        change.run('post', '/api/staff/waiting-list/{entry_id}/move', {
          params,
          body: { ...body, position: position ?? 0 },
        }),
      correct_address: () =>
        change.run('post', '/api/staff/waiting-list/{entry_id}/correct-address', {
          params,
          body: { ...body, email: typed.email.trim() },
        }),
      take_off: () =>
        change.run('post', '/api/staff/waiting-list/{entry_id}/take-off', { params, body }),
    }[step]()
    if (!done) return
    const { done: words, mail } = STEPS[step]
    notify(mail ? `${words} ${onItsWay(mail)}` : words, { type: 'success' })
    onClose()
  }

  return { typed, setTyped, position, change, submit }
}
