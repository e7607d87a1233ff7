import { formatMomentShort } from '@/lib/format'
import { householdName } from '@/lib/reservationWords'
import { CopyButton } from '@/ui/fields/CopyButton'
import { ParkName } from '@/ui/fields/ParkName'
import { Presence } from '@/ui/fields/Presence'
import { useShortcut } from '@/ui/keys/useShortcut'
import { RecordHead } from '@/ui/record/RecordPage'
import type { Reservation } from '../../types'
import { useIsClerk } from '../../useRole'
import { Contact } from './Contact'
import { NextStep } from './NextStep'
import { Operations } from './Operations'
import { SpotCell } from './SpotCell'
import { useContact } from './useContact'
import { Way } from './Way'

/** Whom one speaks to, where it stands and what is next. */
export function ReservationHead({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  return (
    <RecordHead
      title={householdName(record)}
      cell={<SpotCell record={record} />}
      line={<Line record={record} />}
      state={<Way record={record} />}
      actions={
        isClerk && (
          <>
            <Presence reservationId={record.id} />
            <Operations record={record} />
          </>
        )
      }
    >
      {isClerk && !record.erased_at && <Reach record={record} />}
    </RecordHead>
  )
}

function Line({ record }: { record: Reservation }) {
  return (
    <>
      {record.spot_number !== null && `Platz ${record.spot_number}, `}Solarpark{' '}
      <ParkName id={record.park} />
      {record.reference && (
        <span className="record-reference tabular">
          {record.reference} <CopyButton text={record.reference} what="Referenz" isQuiet />
        </span>
      )}
      <HeldNote record={record} />
    </>
  )
}

function Reach({ record }: { record: Reservation }) {
  const phone = useContact(record, 'phone')
  const email = useContact(record, 'email')
  useShortcut('t', () => phone.masked && phone.value === undefined && phone.show())
  return (
    <div className="record-reach">
      <Contact contact={phone} />
      <Contact contact={email} />
      <NextStep record={record} phone={phone} />
    </div>
  )
}

/** The number of a cancelled reservation is still kept for it during the undo window. */
function HeldNote({ record }: { record: Reservation }) {
  const { held_until, held_for } = record.spot
  if (held_until === null || held_for !== 'undo') return null
  return <small>Platz gehalten bis {formatMomentShort(held_until)}</small>
}
