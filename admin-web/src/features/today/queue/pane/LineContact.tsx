import { useState } from 'react'
import { errorWords } from '@/api/problem'
import { useReveal } from '@/ui/fields/useReveal'
import { Icon } from '@/ui/page/Icon'
import type { Line } from '../work'

const telephone = (number: string): string => `tel:${number.replaceAll(' ', '')}`

/** The telephone number: masked until the user asks for it, which is put on record. */
export function LineContact({ line: { phone, reservation_id } }: { line: Line }) {
  if (!phone) return null
  return (
    <p className="line-contact">
      <Icon name="phone" size={17} />
      {phone.startsWith('•') ? (
        reservation_id === null ? (
          phone
        ) : (
          <Masked key={reservation_id} id={reservation_id} masked={phone} />
        )
      ) : (
        <a href={telephone(phone)}>{phone}</a>
      )}
    </p>
  )
}

function Masked({ id, masked }: { id: number; masked: string }) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(id, 'phone', setNumber)
  if (number) return <a href={telephone(number)}>{number}</a>
  return (
    <>
      {masked}
      <button
        type="button"
        className="text-button"
        disabled={reveal.isPending}
        aria-label="Mobilnummer anzeigen, wird protokolliert"
        onClick={() => reveal.mutate()}
      >
        Anzeigen
      </button>
      {reveal.error && (
        <small className="error-text" role="alert">
          {errorWords(reveal.error)}
        </small>
      )}
    </>
  )
}
