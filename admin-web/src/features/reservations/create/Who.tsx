import { Link } from 'react-router-dom'
import { Icon } from '@/ui/page/Icon'
import { showPath } from '../showPath'
import { Field } from './Field'
import { CHANNELS, isDated } from './form'
import { Step } from './Step'
import { type Entry, useAlike } from './useEntry'

/** Who it is, and how it came. */
export function Who({ entry }: { entry: Entry }) {
  const { form, type } = entry
  const isSpoken = form.channel !== 'letter'
  return (
    <Step number={1} title={form.channel === 'telephone' ? 'Wer ruft an' : 'Um wen geht es'}>
      <div className="entry-grid">
        <fieldset className="entry-field entry-channel" data-width={3}>
          <legend>Wie</legend>
          <span className="entry-segments">
            {CHANNELS.map(([value, label]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="channel"
                  checked={form.channel === value}
                  onChange={() => type({ channel: value })}
                />
                {label}
              </label>
            ))}
          </span>
        </fieldset>
        {isDated(form.channel) && (
          <Field
            entry={entry}
            name="received_on"
            label={isSpoken ? 'Tag der Messe' : 'Schreiben vom'}
            width={2}
            type="date"
          />
        )}
        <Field entry={entry} name="first_name" label="Vorname" width={2} />
        <Field entry={entry} name="last_name" label="Nachname" width={3} />
        <Field
          entry={entry}
          name="mobile_phone"
          label={form.channel === 'telephone' ? 'Telefon' : 'Telefon, wenn bekannt'}
          width={isDated(form.channel) ? 3 : 2}
          type="tel"
        />
        <Field
          entry={entry}
          name="email"
          label="E-Mail, wenn es eine gibt"
          width={3}
          type="email"
          placeholder="ohne: Brief"
        />
        <Field entry={entry} name="street" label="Straße und Nummer" width={3} />
        <Field entry={entry} name="postcode" label="PLZ" width={1} inputMode="numeric" />
        <Field entry={entry} name="town" label="Ort" width={3} />
      </div>
      <Alike entry={entry} />
    </Step>
  )
}

/** Reservations of what may be the same household, while it is typed. */
function Alike({ entry }: { entry: Entry }) {
  const { data } = useAlike(entry.form)
  const found = data?.data ?? []
  if (!data) return null
  return (
    <div className="entry-alike" role="status">
      <Icon name="people" size={16} />
      <p>
        {found.length === 0 && 'Keine ähnliche Reservierung.'}
        {found.length > 0 && !found.some((one) => one.is_same) && (
          <b>Keine gleiche Reservierung. </b>
        )}
        {found.map((one) => (
          <span key={one.id}>
            <Link to={showPath(one)}>
              {one.first_name} {one.last_name}, Platz {one.spot_number}
            </Link>{' '}
            ({one.is_same ? <b>{one.because}</b> : one.because}){' '}
          </span>
        ))}
      </p>
    </div>
  )
}
