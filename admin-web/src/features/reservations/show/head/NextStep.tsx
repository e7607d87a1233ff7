import Button from '@mui/material/Button'
import { useState } from 'react'
import { operationLabel } from '@/lib/operationWords'
import { berlinDay } from '@/lib/reservationWords'
import { Icon } from '@/ui/page/Icon'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'
import { dial } from '../timeline/dialled'
import { DueLine, FollowUp } from './FollowUp'
import { type ContactState, contactAddress } from './useContact'

/** What is due, and the one yellow step: to call, where a day has come, else what the server says is next. */
export function NextStep({ record, phone }: { record: Reservation; phone: ContactState }) {
  const { follow_up_on: on, next_operation: next } = record
  const [isDoing, setDoing] = useState(false)
  const isDue = on !== null && on <= berlinDay()
  return (
    <div className="next-step">
      {on !== null && <DueLine on={on} subject={record.follow_up_subject} />}
      {isDue && phone.masked ? (
        <Call phone={phone} />
      ) : (
        next && (
          <Button variant="contained" color="secondary" onClick={() => setDoing(true)}>
            {operationLabel(next)}
          </Button>
        )
      )}
      <FollowUp record={record} />
      {isDoing && next && (
        <OperationDialog
          name={next}
          ids={[record.id]}
          version={record.version}
          onClose={() => setDoing(false)}
        />
      )}
    </div>
  )
}

/** Shows the number, which is put on record, and hands it to whatever makes calls here. */
function Call({ phone }: { phone: ContactState }) {
  async function start() {
    const number = await phone.ask().catch(() => undefined) // what went wrong stands with the number
    if (number !== undefined) dial(contactAddress('phone', number))
  }
  return (
    <Button
      variant="contained"
      color="secondary"
      startIcon={<Icon name="phone" size={16} />}
      disabled={phone.isPending}
      onClick={start}
    >
      Anrufen
    </Button>
  )
}
