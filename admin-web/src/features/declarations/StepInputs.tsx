import { TextInput } from '@/ui/form/inputs'
import { RefundInputs } from '@/ui/form/RefundInputs'
import type { Declaration, StepName } from './declaration'
import { MatchFields } from './MatchFields'

/** What a step needs to know: which reservation, the last day, words for the household, the refund. */
export function StepInputs({ declaration, step }: { declaration: Declaration; step: StepName }) {
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
