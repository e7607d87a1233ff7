import { useState } from 'react'
import { Masked } from '@/ui/fields/Masked'
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
          <Phone key={reservation_id} id={reservation_id} masked={phone} />
        )
      ) : (
        <a href={telephone(phone)}>{phone}</a>
      )}
    </p>
  )
}

function Phone({ id, masked }: { id: number; masked: string }) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(id, 'phone', setNumber)
  return <Masked what="Mobilnummer" scheme="tel" value={number} {...{ masked, reveal }} />
}
