import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { HOUSEHOLD, HOUSEHOLD_NAMES, type HouseholdName } from '../fields'
import { Field, Select } from './Field'
import { Step } from './Step'
import type { Entry } from './useEntry'

/** What the household told of its electricity. */
export function Electricity({ entry, given }: { entry: Entry; given: Schemas['EntryFormOut'] }) {
  return (
    <Step number={2} title="Strom zu Hause">
      <div className="entry-grid">
        {ORDERED.map((name) => (
          <HouseholdInput key={name} entry={entry} name={name} />
        ))}
        <Select entry={entry} name="credit_tenth_ct" label="Gutschrift" width={2}>
          {given.credits_tenth_ct.map((one) => (
            <option key={one} value={one}>
              {creditWords(one)}
            </option>
          ))}
        </Select>
      </div>
    </Step>
  )
}

/** In the order of the conversation. */
const ORDERED = [...HOUSEHOLD_NAMES].sort(
  (one, other) => HOUSEHOLD[one].desk.order - HOUSEHOLD[other].desk.order,
)

function HouseholdInput({ entry, name }: { entry: Entry; name: HouseholdName }) {
  const { label, choices, isAmount, desk } = HOUSEHOLD[name]
  const field = { entry, name, label, width: desk.width }
  if (!choices)
    return (
      <Field {...field} inputMode={isAmount ? 'decimal' : undefined} placeholder={desk.empty} />
    )
  return (
    <Select {...field}>
      <option value="">{desk.empty}</option>
      {choices.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  )
}

/** „5,5 Cent“, of tenths of a cent. */
export const creditWords = (tenth: number): string => `${formatNumber(tenth / 10)}\u00a0Cent`
