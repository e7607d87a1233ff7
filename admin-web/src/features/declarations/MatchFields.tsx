import { formatDay } from '@/lib/format'
import { RadioChoice } from '@/ui/form/RadioChoice'
import { TextInput } from '@/ui/form/TextInput'
import { becauseWords, type Proposal, timeWords } from './declaration'

/** The choice of no reservation. */
export const NONE = 'none'

interface MatchFieldsProps {
  proposals: readonly Proposal[]
  chosen: string
  reference: string
  problem: string | undefined
  onChange: (part: { chosen?: string; reference?: string }) => void
}

/** What the declaration may be about, none of it, or a reference typed by hand. */
export function MatchFields({ proposals, chosen, reference, problem, onChange }: MatchFieldsProps) {
  const options = proposals.map((proposal) => ({
    name: proposal.reference,
    label: `${proposal.reference}, ${proposal.name}, Platz ${proposal.spot_number}`,
    meaning: [becauseWords(proposal), timeWords(proposal, formatDay)].filter(Boolean).join('. '),
  }))
  return (
    <>
      <RadioChoice
        id="match-choice"
        legend="Worum geht es?"
        value={chosen}
        options={[
          ...options,
          { name: NONE, label: 'Passt zu keiner', meaning: 'Sie gilt trotzdem als eingegangen.' },
        ]}
        onChange={(value) => onChange({ chosen: value })}
      />
      <TextInput
        label="Andere Referenz"
        hint="Wenn die richtige nicht dabei ist, zum Beispiel VG-7K3M-Q2XH."
        value={reference}
        problem={problem}
        onValue={(value) => onChange({ reference: value })}
        slotProps={{
          htmlInput: { maxLength: 40, autoComplete: 'off', autoCapitalize: 'characters' },
        }}
      />
    </>
  )
}
