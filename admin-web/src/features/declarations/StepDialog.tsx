import { formatDay } from '@/lib/format'
import { germanCents } from '@/lib/germanNumber'
import { berlinDay } from '@/lib/reservationWords'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput, TextInput } from '@/ui/form/inputs'
import { RefundInputs } from '@/ui/form/RefundInputs'
import { ConsequenceList } from '@/ui/mail/ConsequenceList'
import {
  becauseWords,
  type Declaration,
  KINDS,
  type Proposal,
  STATES,
  STEPS,
  type StepName,
  timeWords,
} from './declaration'

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

/** What a step needs to know: which reservation, the last day, words for the household, the refund. */
function StepInputs({ declaration, step }: { declaration: Declaration; step: StepName }) {
  const isRejection = step === 'reject'
  return (
    <>
      {step === 'refund' && <RefundInputs />}
      {step === 'match' && <MatchFields proposals={declaration.proposals} />}
      {step === 'accept' && declaration.kind === 'notice' && (
        <TextInput source="ends_on" label="Letzter Tag des Vertrags" type="date" required />
      )}
      {(step === 'accept' || isRejection) && (
        <TextInput
          source="words"
          label={isRejection ? 'Grund, in Ihren Worten' : 'Ihre Worte dazu (freiwillig)'}
          hint="Steht so in der Mail an den Haushalt."
          required={isRejection}
          minRows={3}
        />
      )}
    </>
  )
}

/** The choice of no reservation. */
const NONE = 'none'

/** What the declaration may be about, none of it, or a reference typed by hand. */
function MatchFields({ proposals }: { proposals: readonly Proposal[] }) {
  const options = proposals.map((proposal) => ({
    name: proposal.reference,
    label: `${proposal.reference}, ${proposal.name}, Platz ${proposal.spot_number}`,
    meaning: [becauseWords(proposal), timeWords(proposal, formatDay)].filter(Boolean).join('. '),
  }))
  return (
    <>
      <RadioInput
        source="chosen"
        legend="Worum geht es?"
        options={[
          ...options,
          { name: NONE, label: 'Passt zu keiner', meaning: 'Sie gilt trotzdem als eingegangen.' },
        ]}
      />
      <TextInput
        source="reference"
        label="Andere Referenz"
        hint="Wenn die richtige nicht dabei ist, zum Beispiel VG-7K3M-Q2XH."
        html={{ maxLength: 40, autoCapitalize: 'characters' }}
      />
    </>
  )
}
