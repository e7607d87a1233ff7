import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { berlinDay } from '@/lib/reservationWords'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { OperationDialog } from '../../operations/OperationDialog'
import { useDoneNotice } from '../../operations/useOperations'
import type { Reservation } from '../../types'
import { DayMenu } from './DayMenu'
import { dueWords } from './followUpDays'

/** When the reservation is to be looked at again: `e` settles it, `s` puts it off. */
export function FollowUp({ record }: { record: Reservation }) {
  const on = record.follow_up_on
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAsking, setAsking] = useState(false)
  const later = useRef<HTMLButtonElement>(null)
  const { move, isPending } = useFollowUp(record)
  useShortcut('e', () => on !== null && !isPending && move(null))
  useShortcut('s', () => setAnchor(later.current))
  return (
    <>
      {on !== null && (
        <Button onClick={() => move(null)} disabled={isPending} aria-keyshortcuts="e">
          Erledigt<span className="visually-hidden">: Wiedervorlage</span> <Key name="e" />
        </Button>
      )}
      <Button
        ref={later}
        onClick={(event) => setAnchor(event.currentTarget)}
        disabled={isPending}
        aria-haspopup="menu"
        aria-keyshortcuts="s"
      >
        {on === null ? 'Wiedervorlage' : 'Später'} <Key name="s" />
      </Button>
      <DayMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        onDay={move}
        onOther={() => setAsking(true)}
      />
      {isAsking && (
        <OperationDialog
          name="set_follow_up"
          ids={[record.id]}
          version={record.version}
          initial={{ day: on, subject: record.follow_up_subject }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The day in words, red from the day on. */
export function DueLine({ on, subject }: { on: string; subject?: string | null }) {
  return (
    <p className={on <= berlinDay() ? 'due' : undefined}>
      <time dateTime={on}>{dueWords(on)}</time>: {subject || 'Wiedervorlage'}
    </p>
  )
}

/** Sets or clears the day, by the day that was seen and nothing else; it can be taken back. */
function useFollowUp({ id, follow_up_on }: Reservation) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  const notice = useDoneNotice('set_follow_up')
  const { mutate, isPending } = useMutation({
    mutationFn: (day: string | null) =>
      call('put', '/api/staff/reservations/{reservation_id}/follow-up', {
        params: { path: { reservation_id: id } },
        body: { day, seen: follow_up_on },
      }),
    onSuccess: ({ day, ...done }) => {
      refresh()
      notice({ ...done, done: 1 }, { day })
    },
    onError: (error) => {
      refresh()
      notify(errorWords(error), { type: 'error' })
    },
  })
  return { move: mutate, isPending }
}
