import { type RefObject, useEffect, useState } from 'react'
import { Masked } from '@/ui/fields/Masked'
import { useReveal } from '@/ui/fields/useReveal'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import type { Line } from '../work'

const telephone = (number: string): string => `tel:${number.replaceAll(' ', '')}`

interface LineContactProps {
  line: Line
  /** Where Enter and `t` find it. */
  contact: RefObject<HTMLParagraphElement | null>
}

/**
 * The telephone number: masked until the user asks for it, which is put on record. Then the focus is on it, so that
 * Enter dials.
 */
export function LineContact({ line: { phone, reservation_id, act }, contact }: LineContactProps) {
  useShortcut(act === 'call' ? 't' : '', () => reach(contact.current))
  if (!phone) return null
  return (
    <p className="line-contact" ref={contact}>
      <Icon name="phone" size={17} />
      {phone.startsWith('•') ? (
        reservation_id === null ? (
          phone
        ) : (
          <Phone key={reservation_id} id={reservation_id} masked={phone} contact={contact} />
        )
      ) : (
        <a href={telephone(phone)}>{phone}</a>
      )}
    </p>
  )
}

/** To the number, or to the button that shows it, which is pressed. */
export function reach(contact: HTMLElement | null) {
  const found = contact?.querySelector<HTMLElement>('a, button')
  found?.focus()
  if (found?.tagName === 'BUTTON') found.click()
}

interface PhoneProps extends Pick<LineContactProps, 'contact'> {
  id: number
  masked: string
}

function Phone({ id, masked, contact }: PhoneProps) {
  const [number, setNumber] = useState<string>()
  const reveal = useReveal(id, 'phone', setNumber)
  // The button that was pressed for it is gone.
  useEffect(() => {
    if (number) contact.current?.querySelector('a')?.focus()
  }, [number, contact])
  return <Masked what="Mobilnummer" scheme="tel" value={number} {...{ masked, reveal }} />
}
