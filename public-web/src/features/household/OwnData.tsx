import { useState } from 'react'
import { RichText } from '@/components/RichText'
import { householdText } from '@/content/de/household'
import { ownFailures } from '@/content/de/ownFailures'
import { inLine } from '@/content/de/reservationFields'
import { formatEuro } from '@/lib/germanNumbers'
import { useLoaded } from '@/lib/own/useLoaded'
import { type AmountField, ENERGY_FIELDS, type EnergyField, FIELDS } from '@/lib/reservation/fields'
import type { OwnProps } from './own'

const text = householdText.data
/** Amounts come in cents, under another name. */
const HOME_FIELDS = ENERGY_FIELDS.filter(
  (name): name is Exclude<EnergyField, AmountField> => !FIELDS[name].isAmount,
)

/** What we know of the household, and the ways to correct it. */
export function OwnData(props: OwnProps) {
  const { own } = props
  const [editing, setEditing] = useState<'contact' | 'email' | null>(null)
  const [said, setSaid] = useState('')
  const contact = useLoaded(() => import('./ContactForm'))
  const email = useLoaded(() => import('./EmailForm'))

  function finish(message: string) {
    setEditing(null)
    setSaid(message)
  }

  return (
    <article className="parcel parcel--card own-data">
      <h3>{text.title}</h3>
      {editing === 'contact' && contact.part && (
        <contact.part.ContactForm {...props} onDone={finish} />
      )}
      {editing === 'email' && email.part && <email.part.EmailForm {...props} onDone={finish} />}
      {editing === null && (
        <>
          <Facts {...props} />
          {own.can_change && (
            <p className="own-data__ways">
              <button
                type="button"
                className="textual"
                onClick={() => contact.load().then((came) => setEditing(came ? 'contact' : null))}
              >
                {text.change}
              </button>
              <button
                type="button"
                className="textual"
                onClick={() => email.load().then((came) => setEditing(came ? 'email' : null))}
              >
                {text.changeEmail}
              </button>
            </p>
          )}
          <p className="small quiet">
            <RichText text={text.other} />
          </p>
        </>
      )}
      <p role="status">
        {contact.failed || email.failed ? ownFailures.unclear : editing === null && said}
      </p>
    </article>
  )
}

function Facts({ own }: OwnProps) {
  return (
    <dl className="posts">
      <div>
        <dt>{text.name}</dt>
        <dd>
          {own.first_name} {own.last_name}
        </dd>
      </div>
      <div>
        <dt>{text.email}</dt>
        <dd>{own.email}</dd>
      </div>
      <div>
        <dt>{text.phone}</dt>
        <dd>{own.mobile_phone}</dd>
      </div>
      <div>
        <dt>{text.home}</dt>
        <dd>
          {HOME_FIELDS.map((name) => inLine(name, own[name])).join(', ')}
          <br />
          {text.monthly(formatEuro(own.monthly_abschlag_cents))}
        </dd>
      </div>
    </dl>
  )
}
