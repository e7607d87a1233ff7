import { TextInput } from '@/ui/form/TextInput'
import type { Declaration, StepName } from './declaration'
import { MatchFields } from './MatchFields'

const LONGEST = 4000

/** What was chosen and typed for a step. */
export interface Typed {
  chosen: string
  reference: string
  endsOn: string
  words: string
}

interface StepInputsProps {
  declaration: Declaration
  step: StepName
  typed: Typed
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (typed: Typed) => void
}

/** What a step needs to know: which reservation, the last day, words for the household. */
export function StepInputs({ declaration, step, typed, errors, onChange }: StepInputsProps) {
  const isRejection = step === 'reject'
  return (
    <>
      {step === 'match' && (
        <MatchFields
          proposals={declaration.proposals}
          chosen={typed.chosen}
          reference={typed.reference}
          problem={errors.reference}
          onChange={(part) => onChange({ ...typed, ...part })}
        />
      )}
      {step === 'accept' && declaration.kind === 'notice' && (
        <TextInput
          label="Letzter Tag des Vertrags"
          type="date"
          required
          value={typed.endsOn}
          problem={errors.ends_on}
          onValue={(endsOn) => onChange({ ...typed, endsOn })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
      {(step === 'accept' || isRejection) && (
        <TextInput
          label={isRejection ? 'Grund, in Ihren Worten' : 'Ihre Worte dazu (freiwillig)'}
          hint="Steht so in der Mail an den Haushalt."
          required={isRejection}
          multiline
          minRows={3}
          value={typed.words}
          problem={errors.words}
          onValue={(words) => onChange({ ...typed, words })}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      )}
    </>
  )
}
