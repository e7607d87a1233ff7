import { type ReactNode, useState } from 'react'
import { errorWords } from '@/api/problem'
import { onItsWay, sending } from '@/session/mailWords'
import { useReveal } from '@/ui/fields/useReveal'
import { Fact } from '@/ui/record/Facts'
import type { Reservation } from '../../types'
import { FactEditor } from './FactEditor'
import type { FactField } from './fields'
import { useFact } from './useFact'

interface ContactRowProps {
  record: Reservation
  revealed: 'email' | 'phone'
  isOpen: boolean
  children?: ReactNode
}

const KINDS = {
  email: { label: 'E-Mail', name: 'E-Mail-Adresse', member: 'email', mode: 'email', longest: 254 },
  phone: { label: 'Mobil', name: 'Mobilnummer', member: 'mobile_phone', mode: 'tel', longest: 40 },
} as const

const HINT =
  'Links, die wir an eine frühere Adresse geschickt haben, gelten mit dem Speichern nicht mehr. An die neue geht eine Mail mit dem Link zum Bestätigen.'

const MISSING = { email: 'keine, bekommt Briefe', phone: 'keine bekannt' }

/** Masked until the user asks for it, which is put on record; what is to be changed has to be seen first. */
export function ContactRow({ record, revealed, isOpen, children }: ContactRowProps) {
  const { label, name, member, mode, longest } = KINDS[revealed]
  const masked = record[revealed]
  const [shown, setShown] = useState<{ value: string; of: string | null }>()
  // Once another value is stored, the one that was shown is no longer it.
  const value = shown?.of === masked ? shown.value : undefined
  const reveal = useReveal(record.id, revealed, (found) => setShown({ value: found, of: masked }))
  const field: FactField = {
    ...{ member, label: name, inputMode: mode, maxLength: longest },
    textOf: () => value ?? '',
    ...(revealed === 'email' && { hint: sending(HINT) }),
  }
  const { edit, isWrittenTo } = useContactEdit(record, field, value ?? '')
  const isMissing = masked === ''
  return (
    <Fact label={label} isConflict={edit.conflicts.length > 0}>
      {edit.typing ? (
        <FactEditor fields={[field]} edit={edit} />
      ) : (
        <span className="fact-contact">
          <Value revealed={revealed} value={value} masked={masked} />
          {value === undefined && isOpen && !isMissing && (
            <button
              type="button"
              className="text-button"
              disabled={reveal.isPending}
              aria-label={`${name} anzeigen, wird protokolliert`}
              onClick={() => reveal.mutate()}
            >
              Anzeigen
            </button>
          )}
          {(value !== undefined || isMissing) && isOpen && (
            <button
              type="button"
              className="text-button"
              ref={edit.opener}
              aria-label={`${name} ${isMissing ? 'eintragen' : 'ändern'}`}
              onClick={edit.open}
            >
              {isMissing ? 'Eintragen' : 'Ändern'}
            </button>
          )}
        </span>
      )}
      {reveal.error && (
        <small className="error-text" role="alert">
          {errorWords(reveal.error)}
        </small>
      )}
      {value === undefined && !isMissing && !reveal.error && isOpen && (
        <small className="fact-logged">Wird protokolliert</small>
      )}
      {isWrittenTo && !edit.typing && (
        <small role="status">Gespeichert. {onItsWay('Die Mail mit dem Link zum Bestätigen')}</small>
      )}
      {children}
    </Fact>
  )
}

/** `isWrittenTo`: an address was saved that is another one than before, not only spelt otherwise. */
function useContactEdit(record: Reservation, field: FactField, before: string) {
  const [isWrittenTo, setWrittenTo] = useState(false)
  const edit = useFact(record, [field], ({ email }) =>
    setWrittenTo(email !== undefined && email.trim().toLowerCase() !== before.toLowerCase()),
  )
  return { edit, isWrittenTo }
}

function Value({ revealed, value, masked }: ValueProps) {
  if (value !== undefined)
    return (
      <a className="open-value" href={contactAddress(revealed, value)}>
        {value}
      </a>
    )
  if (masked === '') return <span className="muted">{MISSING[revealed]}</span>
  return <span className="masked">{masked}</span>
}

interface ValueProps {
  revealed: 'email' | 'phone'
  value: string | undefined
  masked: string | null
}

/** What a click on it starts: a call, or a letter. */
const contactAddress = (field: 'email' | 'phone', value: string): string =>
  field === 'email' ? `mailto:${value}` : `tel:${value.replaceAll(' ', '')}`
