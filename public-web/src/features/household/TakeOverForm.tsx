import { type FormEvent, useState } from 'react'
import { acceptHandOver, type HandOverOffer } from '@/api/handOver'
import { SelectField, TextField } from '@/components/Field'
import { CONSENT_VERSION, consentText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationMessages'
import { takeText as text } from '@/content/de/takeOver'
import { parseAmount } from '@/lib/germanAmount'
import { energyProviders, householdSizes } from '@/lib/offer/offer'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import type { TakeOverProps } from './own'

const EMPTY = {
  first_name: '',
  last_name: '',
  mobile_phone: '',
  postcode: '',
  household_size: '',
  energy_provider: '',
  monthly_abschlag: '',
}
type Field = keyof typeof EMPTY

/** The household's own data and consent, and the button that takes the place over. */
export function TakeOverForm({
  offer,
  token,
  onReload,
  onTaken,
}: TakeOverProps & { offer: HandOverOffer }) {
  const [values, setValues] = useState(EMPTY)
  const [consent, setConsent] = useState(false)
  const [refused, setRefused] = useState('')
  const { busy, failure, faults, run } = useCall((code) => {
    setRefused(code)
    if (RELOADED.includes(code)) onReload()
  })
  const form = useFaultFocus(faults)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = { ...sent(values), token, version: offer.version }
    const terms = { consent, consent_version: CONSENT_VERSION }
    if (await run(() => acceptHandOver({ ...body, ...terms }))) onTaken()
  }

  const field = (name: Field) => ({
    name,
    label: fieldText[name].label,
    error: faults[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <section className="wrap house__rest" aria-labelledby="angaben">
      <h2 id="angaben">{text.form}</h2>
      <p>{text.formText(offer.email)}</p>
      <form className="take-over" onSubmit={submit} ref={form} noValidate>
        <Fields field={field} amount={values.monthly_abschlag} />
        <ConsentField checked={consent} error={faults.consent} onChange={setConsent} />
        <div className="take-over__submit">
          <button
            className="button button--sun"
            type="submit"
            aria-disabled={busy || undefined}
            aria-describedby="kostenlos"
          >
            {text.submit(offer.spot_number)}
          </button>
          <p className="small" id="kostenlos">
            {text.submitDetail}
          </p>
        </div>
        <div role="status">
          {failure && <p className="notice">{text.codes[refused] ?? failure}</p>}
        </div>
      </form>
    </section>
  )
}

/** After these refusals the link shows something else. */
const RELOADED: readonly string[] = ['changed_meanwhile', 'no_hand_over', 'link_expired']

/** As the server takes it: the amount as a number, which it is missing without. */
const sent = (values: typeof EMPTY) => ({
  ...values,
  monthly_abschlag: values.monthly_abschlag.trim()
    ? parseAmount(values.monthly_abschlag).value
    : '',
})

interface FieldsProps {
  field: (name: Field) => Parameters<typeof TextField>[0]
  amount: string
}

function Fields({ field, amount }: FieldsProps) {
  const { household_size: size, energy_provider: provider, monthly_abschlag: monthly } = fieldText
  const isUnreadable = amount.trim() !== '' && !parseAmount(amount).readable
  return (
    <div className="take-over__fields">
      <TextField {...field('first_name')} autoComplete="given-name" maxLength={100} />
      <TextField {...field('last_name')} autoComplete="family-name" maxLength={100} />
      <TextField
        {...field('mobile_phone')}
        hint={fieldText.mobile_phone.hint}
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <TextField
        {...field('postcode')}
        hint={fieldText.postcode.hint}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
      />
      <SelectField
        {...choice(field('household_size'))}
        placeholder={size.placeholder}
        options={householdSizes}
      />
      <SelectField
        {...choice(field('energy_provider'))}
        placeholder={provider.placeholder}
        options={energyProviders}
      />
      <div>
        <TextField
          {...field('monthly_abschlag')}
          hint={monthly.hint}
          unit={monthly.unit}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
        <p className="small" role="status">
          {isUnreadable && monthly.unreadable}
        </p>
      </div>
    </div>
  )
}

type ChoiceProps = Parameters<typeof SelectField>[0]
const choice = ({ name, label, error, value, onChange }: Parameters<typeof TextField>[0]) =>
  ({ name, label, error, value, onChange }) as unknown as Omit<
    ChoiceProps,
    'placeholder' | 'options'
  >

interface ConsentProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** As in the form of a reservation, and never ticked beforehand. */
function ConsentField({ checked, error, onChange }: ConsentProps) {
  const { before, terms, between, privacy, after, newTab } = consentText
  const link = ({ label, path }: { label: string; path: string }) => (
    <a href={path} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> {newTab}</span>
    </a>
  )
  return (
    <div className="consent">
      <input
        type="checkbox"
        id="consent"
        name="consent"
        checked={checked}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'consent-fehler' : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor="consent">
          {before}
          {link(terms)}
          {between}
          {link(privacy)}
          {after}
        </label>
        {error && (
          <p className="field__error" id="consent-fehler">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
