import { useState } from 'react'
import { ErrorSummary } from '@/components/ErrorSummary'
import { SelectField, TextField } from '@/components/Field'
import { formText } from '@/content/de/reservation'
import { fieldText, submissionText } from '@/content/de/reservationMessages'
import { afterPress } from '@/lib/afterPress'
import { parseAmount } from '@/lib/germanAmount'
import { energyProviders, householdSizes } from '@/lib/offer/offer'
import type { EnergyField } from '@/lib/reservation/values'
import { PaymentStrip } from './PaymentStrip'
import { Section } from './Section'
import type { Reservation } from './useReservation'

/** Section 1: how the household uses electricity today. */
export function EnergySection({ form, problems, unlocked, leaveFirstStep, visit }: Reservation) {
  const { title, lead, next } = formText.energy
  const { summary } = problems
  const controlOf = (field: EnergyField) => ({
    name: field,
    label: fieldText[field].label,
    error: problems.messages[field],
    value: form.values[field],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  })
  return (
    <Section step={1} title={title} lead={lead}>
      <div className="fieldgrid">
        <TextField
          {...controlOf('postcode')}
          hint={fieldText.postcode.hint}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={10}
        />
        <SelectField
          {...controlOf('household_size')}
          placeholder={fieldText.household_size.placeholder}
          options={householdSizes}
        />
        <SelectField
          {...controlOf('energy_provider')}
          placeholder={fieldText.energy_provider.placeholder}
          options={energyProviders}
        />
        <MonthlyPaymentField {...controlOf('monthly_abschlag')} />
      </div>
      <PaymentStrip values={form.values} />
      {summary?.step === 1 && (
        <ErrorSummary
          title={submissionText.summary(summary.entries.length)}
          entries={summary.entries}
          attempt={summary.attempt}
          onVisit={visit}
        />
      )}
      <div className="buttons section__next">
        <button
          // As long as there is nothing else to send, Return in a field presses this button.
          type={unlocked ? 'button' : 'submit'}
          className="button button--sun"
          onClick={unlocked ? leaveFirstStep : undefined}
        >
          {next}
        </button>
      </div>
    </Section>
  )
}

type MonthlyProps = Pick<
  Parameters<typeof TextField>[0],
  'name' | 'label' | 'error' | 'onChange'
> & {
  value: string
}

/** The amount as people write it; what cannot be read is said as soon as the field is left. */
function MonthlyPaymentField(props: MonthlyProps) {
  const [left, setLeft] = useState(false)
  const text = fieldText.monthly_abschlag
  const unreadable = left && props.value.trim() !== '' && !parseAmount(props.value).readable
  return (
    <div>
      <TextField
        {...props}
        hint={text.hint}
        unit={text.unit}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        onBlur={() => afterPress(() => setLeft(true))}
      />
      <p className="field__note" role="status">
        {unreadable && text.unreadable}
      </p>
    </div>
  )
}
