import { errorWords } from '@/api/problem'
import { CopyButton } from '@/ui/fields/CopyButton'
import { Key } from '@/ui/keys/Key'
import { Icon } from '@/ui/page/Icon'
import { type ContactState, contactAddress } from './useContact'

/** A household without a mailbox is written to on paper. */
function Missing({ field }: Pick<ContactState, 'field'>) {
  return (
    <div className="reach" data-field={field}>
      <Icon name={field === 'email' ? 'letter' : 'phone'} size={17} />
      <span className="muted">{field === 'email' ? 'nur per Brief' : 'keine Nummer'}</span>
    </div>
  )
}

const WORDS = { email: 'E-Mail-Adresse', phone: 'Mobilnummer' }

/** Masked until the user asks for it, which is put on record; then to call, to write and to copy. */
export function Contact({ contact }: { contact: ContactState }) {
  const { field, value, left, masked, isPending, error, show } = contact
  if (masked === '') return <Missing field={field} />
  return (
    <div className="reach" data-field={field}>
      <Icon name={field === 'email' ? 'mail' : 'phone'} size={17} />
      {value === undefined ? (
        <>
          <span className="masked">{masked}</span>
          <button
            type="button"
            className="text-button"
            disabled={isPending}
            aria-label={`${WORDS[field]} anzeigen, wird protokolliert`}
            aria-keyshortcuts={field === 'phone' ? 't' : undefined}
            onClick={() => show()}
          >
            Anzeigen
            {field === 'phone' && <Key name="t" />}
          </button>
        </>
      ) : (
        <>
          <a className="open-value" href={contactAddress(field, value)}>
            {value}
          </a>
          <CopyButton text={value} what={WORDS[field]} isQuiet />
          <span className="muted tiny reach-left" title="Danach verdeckt sich die Angabe wieder.">
            noch {left}&nbsp;s
          </span>
        </>
      )}
      {error && (
        <small className="error-text" role="alert">
          {errorWords(error)}
        </small>
      )}
    </div>
  )
}
