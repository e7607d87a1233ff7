import type { Schemas } from '@/api/operations'
import { formatNumber } from '@/lib/format'
import { Field, Select } from './Field'
import { Step } from './Step'
import type { Entry } from './useEntry'

/** What the household told of its electricity. */
export function Electricity({ entry, given }: { entry: Entry; given: Schemas['EntryFormOut'] }) {
  return (
    <Step number={2} title="Strom zu Hause">
      <div className="entry-grid">
        <Select entry={entry} name="energy_provider" label="Versorger" width={4}>
          <option value="">Bitte wählen</option>
          {given.providers.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Select entry={entry} name="household_size" label="Personen" width={2}>
          <option value="">–</option>
          {given.household_sizes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Field
          entry={entry}
          name="monthly_abschlag"
          label="Abschlag im Monat"
          width={2}
          inputMode="decimal"
          placeholder="94,00 €"
        />
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

/** „5,5 Cent“, of tenths of a cent. */
export const creditWords = (tenth: number): string => `${formatNumber(tenth / 10)}\u00a0Cent`
