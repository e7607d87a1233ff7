import { type FormEvent, useState } from 'react'
import { acceptHandOver, type HandOverOffer } from '@/api/handOver'
import { ReservationField } from '@/components/ReservationField'
import { CONSENT_VERSION, consentText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationFields'
import { takeText as text } from '@/content/de/takeOver'
import { useCall } from '@/lib/own/useCall'
import { useFaultFocus } from '@/lib/own/useFaultFocus'
import { CONTACT_FIELDS, ENERGY_FIELDS, ofEach } from '@/lib/reservation/fields'
import { sentOf } from '@/lib/reservation/payload'
import type { TakeOverProps } from './own'

/** The e-mail address is known: the offer was sent to it. */
const ASKED = [...CONTACT_FIELDS, ...ENERGY_FIELDS].filter((name) => name !== 'email')
export const EMPTY = ofEach(ASKED, () => '')
/** What is sent of it. */
export const sentBy = (values: typeof EMPTY) => sentOf(values, ASKED)

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
    const body = { ...sentBy(values), token, version: offer.version }
    const terms = { consent, consent_version: CONSENT_VERSION }
    if (await run(() => acceptHandOver({ ...body, ...terms }))) onTaken()
  }

  return (
    <section className="wrap house__rest" aria-labelledby="angaben">
      <h2 id="angaben">{text.form}</h2>
      <p>{text.formText(offer.email)}</p>
      <form className="take-over" onSubmit={submit} ref={form} noValidate>
        <OwnFields values={values} faults={faults} onType={setValues} />
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

interface OwnFieldsProps {
  values: typeof EMPTY
  faults: Readonly<Record<string, string>>
  onType: (values: typeof EMPTY) => void
}

/** Who it is, as in the form of a reservation. */
export function OwnFields({ values, faults, onType }: OwnFieldsProps) {
  return (
    <div className="take-over__fields">
      {ASKED.map((name) => (
        <ReservationField
          key={name}
          name={name}
          words={fieldText[name]}
          value={values[name]}
          error={faults[name]}
          onType={(text) => onType({ ...values, [name]: text })}
          noteClass="small"
        />
      ))}
    </div>
  )
}

/** After these refusals the link shows something else. */
export const RELOADED: readonly string[] = ['changed_meanwhile', 'no_hand_over', 'link_expired']

interface ConsentProps {
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** As in the form of a reservation, and never ticked beforehand. */
function ConsentField({ checked, error, onChange }: ConsentProps) {
  const { before, terms, after, notice, privacy, newTab } = consentText
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
          {after}
        </label>
        <p>
          {notice}
          {link(privacy)}
        </p>
        {error && (
          <p className="field__error" id="consent-fehler">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
