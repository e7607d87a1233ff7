import { germanNumber } from '@/lib/germanNumber'
import { ENTRY_STATES } from '@/lib/states'
import { onItsWay } from '@/session/mailWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { consequences, type Entry, STEPS, type StepName } from './waiting'

/** What a step may change elsewhere. */
const RENEWED = ['waiting-list', 'today', 'parks', 'mails', 'refused-mails', 'reservations']

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
  const { id, version } = entry
  const { button, done, mail } = STEPS[step]
  const where = entry.position === null ? '' : `, Stelle ${entry.position}`
  return (
    <EditDialog
      title={`${entry.name}: ${button}`}
      button={button}
      isBlocked={!entry.steps.includes(step)}
      isDangerous={step === 'take_off'}
      maxWidth="sm"
      schema="EntryAddressIn"
      start={{ reason: '', position: '', email: '' }}
      save={(call, { reason, position, email }) => {
        const body = { version, reason }
        return call('post', `/api/staff/waiting-list/{entry_id}/${PATHS[step]}`, {
          params: { path: { entry_id: id } },
          body: {
            ...body,
            ...(step === 'move' && { position: germanNumber(position) ?? 0 }),
            ...(step === 'correct_address' && { email }),
          } as typeof body & { position: number; email: string },
        })
      }}
      renews={RENEWED}
      meanwhile={`Stand ist jetzt „${ENTRY_STATES[entry.state].label}“${where}.`}
      done={mail ? `${done} ${onItsWay(mail)}` : done}
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <ConsequenceList sentences={consequences(entry, step, germanNumber(form.position))} />
          <Fields step={step} />
        </>
      )}
    </EditDialog>
  )
}

const Fields = ({ step }: { step: StepName }) => (
  <>
    {step === 'move' && (
      <TextInput
        source="position"
        label="Neue Stelle"
        hint="1 ist die erste. Eine Zahl über der Länge der Liste ist das Ende."
        required
        html={{ inputMode: 'numeric', maxLength: 9 }}
      />
    )}
    {step === 'correct_address' && (
      <TextInput source="email" label="Richtige E-Mail-Adresse" type="email" required />
    )}
    <TextInput
      source="reason"
      label={step === 'note' ? 'Notiz, zum Beispiel von einem Anruf' : 'Grund'}
      hint="Bleibt im Verlauf des Eintrags. Andere auf der Liste lesen ihn nicht."
      required
    />
  </>
)

const PATHS = {
  offer: 'offer',
  skip: 'skip',
  move: 'move',
  note: 'note',
  correct_address: 'correct-address',
  take_off: 'take-off',
} as const
