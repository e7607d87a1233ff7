import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'

type Hindrance = Schemas['HindranceOut']

/** Where each is settled. */
const CURES: Record<Hindrance['code'], string> = {
  open_claims: 'Zu den Zahlungen',
  return_undecided: 'Zur Rückgabe',
  at_bank: 'Zu den Dateien für die Bank',
  refund_owed: 'Zu den Erstattungen',
  transfer_running: 'Zur Reservierung',
  declaration_undecided: 'Zur Erklärung',
}

/** Everything that is in the way of a contract's end, each with the way to settle it. */
export function HindranceList({ hindrances }: { hindrances: readonly Hindrance[] }) {
  return (
    <ul className="consequences">
      {hindrances.map(({ code, sentence, cure }) => (
        <li key={code}>
          {sentence} <Link to={cure}>{CURES[code]}</Link>
        </li>
      ))}
    </ul>
  )
}

/** The same of a reservation's contract, fetched. */
export function Hindrances({ id }: { id: number }) {
  const { data } = useStaffQuery('/api/staff/reservations/{reservation_id}/contracts', {
    params: { path: { reservation_id: id } },
  })
  return data ? <HindranceList hindrances={data.hindrances} /> : null
}
