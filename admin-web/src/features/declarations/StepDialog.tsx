import { germanCents } from '@/lib/germanNumber'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import { type Declaration, KINDS, STATES, STEPS, type StepName } from './declaration'
import { NONE } from './MatchFields'
import { StepInputs } from './StepInputs'

/** What a step may change elsewhere. */
const RENEWED = ['declarations', 'today', 'alerts', 'reservations', 'mails', 'parks']

interface StepDialogProps {
  declaration: Declaration
  step: StepName
  onClose: () => void
}

/**
 * What a step leads to, what it needs, and the button. Where a colleague was faster, the declaration is
 * fetched again, what was typed stays, and the next press goes by what is stored then.
 */
export function StepDialog({ declaration, step, onClose }: StepDialogProps) {
  const { kind, version } = declaration
  const possible = declaration.steps.find(({ name }) => name === step)
  return (
    <EditDialog
      title={`${KINDS[kind]} ${declaration.reference}: ${STEPS[step].button}`}
      button={STEPS[step].button}
      isBlocked={!possible}
      isDangerous={step === 'accept' && kind !== 'notice'}
      maxWidth="sm"
      schema="AcceptIn"
      start={{
        chosen: declaration.proposals[0]?.reference ?? NONE,
        reference: '',
        ends_on: declaration.wished_end ?? '',
        words: '',
        cents: '',
        day: berlinDay(),
      }}
      save={(call, { chosen, reference, ends_on, words, cents, day }) =>
        call('post', `/api/staff/declarations/{declaration_id}/${step}`, {
          params: { path: { declaration_id: declaration.id } },
          // The document has a body for each step.
          body: {
            match: { version, reference: reference || (chosen === NONE ? null : chosen) },
            accept: { version, words, ends_on: ends_on || null },
            reject: { version, words },
            refund: { version, cents: germanCents(cents), day, reference },
          }[step] as unknown as { version: number },
        })
      }
      renews={RENEWED}
      meanwhile={`Stand ist jetzt „${STATES[declaration.state].label}“.`}
      done={`${STEPS[step].done}.`}
      onClose={onClose}
    >
      <ConsequenceList sentences={possible?.consequences} />
      <StepInputs declaration={declaration} step={step} />
    </EditDialog>
  )
}
