import { formatDay } from '@/lib/format'
import { RadioInput, TextInput } from '@/ui/form/inputs'
import { becauseWords, type Proposal, timeWords } from './declaration'

/** The choice of no reservation. */
export const NONE = 'none'

/** What the declaration may be about, none of it, or a reference typed by hand. */
export function MatchFields({ proposals }: { proposals: readonly Proposal[] }) {
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
