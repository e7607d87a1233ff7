import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { useShortcut } from '@/ui/keys/useShortcut'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'
import { DayMenu } from './DayMenu'
import { dueWords } from './followUpDays'
import { Key } from './Key'
import { useFollowUp } from './useFollowUp'

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
