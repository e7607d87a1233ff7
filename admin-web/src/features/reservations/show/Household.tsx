import { type ReactNode, useState } from 'react'
import { errorWords } from '@/api/problem'
import { useReveal } from '@/ui/fields/useReveal'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'
import type { Reservation } from '../types'

/** Who reserved: contact masked until somebody needs it, which is put on record. */
export function Household({ record, isClerk }: { record: Reservation; isClerk: boolean }) {
  return (
    <Section title="Haushalt">
      <dl className="details-list">
        {isClerk && (
          <>
            <Item label="E-Mail">
              <Revealed record={record} field="email" masked={record.email} />
              <small>
                {record.email_confirmed_at ? (
                  <>
                    bestätigt am <MomentField at={record.email_confirmed_at} />
                  </>
                ) : (
                  <Unconfirmed record={record} />
                )}
              </small>
            </Item>
            <Item label="Mobil">
              <Revealed record={record} field="phone" masked={record.phone} />
            </Item>
            <Item label="Postleitzahl">{record.postcode}</Item>
          </>
        )}
        <Item label="Personen">{record.household_size}</Item>
        {isClerk && <Item label="Versorger">{record.energy_provider}</Item>}
        {record.utm_campaign && <Item label="Kampagne">{record.utm_campaign}</Item>}
        {record.referral_code && <Item label="Empfehlung">{record.referral_code}</Item>}
      </dl>
      {!isClerk && (
        <p className="tiny muted">
          Ihre Rolle sieht keine personenbezogenen Angaben. Die Kennung „{record.pseudonym}“ bleibt
          für diese Reservierung immer dieselbe. Personen und Abschlag stehen hier als Spanne,
          Zeitpunkte auf die volle Stunde.
        </p>
      )}
    </Section>
  )
}

/** Until when the place waits for the household, or that it waits no longer. */
function Unconfirmed({ record }: { record: Reservation }) {
  if (!record.confirm_by || record.state !== 'reserved') return 'noch nicht bestätigt'
  return (
    <>
      noch nicht bestätigt, Zeit bis <MomentField at={record.confirm_by} />
    </>
  )
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What a click on it starts: a call, or a letter. */
const contactAddress = (field: 'email' | 'phone', value: string): string =>
  field === 'email' ? `mailto:${value}` : `tel:${value.replaceAll(' ', '')}`

interface RevealedProps {
  record: Reservation
  field: 'email' | 'phone'
  masked: string | null
}

/** The masked value with a button for the whole of it. */
function Revealed({ record, field, masked }: RevealedProps) {
  const [value, setValue] = useState<string>()
  const reveal = useReveal(record.id, field, setValue)
  if (value !== undefined)
    return (
      <a className="open-value" href={contactAddress(field, value)}>
        {value}
      </a>
    )
  return (
    <>
      <span className="masked">{masked}</span>
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        aria-label={`${field === 'email' ? 'E-Mail-Adresse' : 'Mobilnummer'} anzeigen, wird protokolliert`}
        onClick={() => reveal.mutate()}
      >
        Anzeigen
      </button>
      <small>{reveal.error ? errorWords(reveal.error) : 'Wird protokolliert'}</small>
    </>
  )
}
