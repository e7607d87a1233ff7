import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'

interface PayerProps {
  payer: Schemas['PayerOut']
  name: string
  lastFour?: string
}

/** Whose money it is, with the way to the reservation. */
export function Payer({ payer, name, lastFour }: PayerProps) {
  const { number, reservation_id } = payer
  const shown = name || number || 'unbekannt'
  return (
    <>
      {reservation_id ? <Link to={`/reservations/${reservation_id}/show`}>{shown}</Link> : shown}
      {(lastFour || (number && name)) && (
        <small className="unbroken">
          {[name && number, lastFour && `Konto … ${lastFour}`].filter(Boolean).join(', ')}
        </small>
      )}
    </>
  )
}
