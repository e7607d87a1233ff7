import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import { Icon } from '@/ui/page/Icon'
import { DayMenu } from '../head/DayMenu'
import { dayWithWeekday } from '../head/followUpDays'

interface NoteDayProps {
  day: string | null
  onDay: (day: string | null) => void
}

/** The day of a follow-up that is set along with the note. */
export function NoteDay({ day, onDay }: NoteDayProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isTyping, setTyping] = useState(false)
  if (isTyping)
    return (
      <input
        type="date"
        className="note-chip"
        aria-label="Tag der Wiedervorlage mit der Notiz"
        // biome-ignore lint/a11y/noAutofocus: it stands in the place of the button that was just pressed
        autoFocus
        min={berlinDay()}
        value={day ?? ''}
        onChange={(event) => onDay(event.target.value || null)}
        onBlur={() => setTyping(false)}
      />
    )
  if (day !== null)
    return (
      <button type="button" className="note-chip" aria-pressed="true" onClick={() => onDay(null)}>
        <Icon name="clock" size={14} /> Wiedervorlage {dayWithWeekday(day)}
        <Icon name="close" size={12} />
        <span className="visually-hidden">, weglassen</span>
      </button>
    )
  return (
    <>
      <button
        type="button"
        className="note-chip"
        aria-haspopup="menu"
        aria-label="Wiedervorlage mit der Notiz setzen"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="clock" size={14} /> Wiedervorlage
      </button>
      <DayMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        onDay={onDay}
        onOther={() => setTyping(true)}
      />
    </>
  )
}
