import { Link } from 'react-router-dom'
import { By, EntryRow } from '@/ui/record/EntryRow'
import type { Entry } from './useTimeline'

const KINDS: Record<string, string> = {
  auto_reply: 'automatische Antwort',
  bounce: 'nicht zustellbar',
  loop: 'von uns selbst oder in zu großer Zahl',
}

/** A message of a conversation about this place, and the way to all of it. */
export function MessageEntry({
  entry,
  message,
}: {
  entry: Entry
  message: NonNullable<Entry['message']>
}) {
  const isOurs = message.direction === 'out'
  const remarks = [
    KINDS[message.kind],
    message.is_other_address && 'andere Adresse als hinterlegt',
    message.attachment_count > 0 &&
      (message.attachment_count === 1 ? '1 Datei' : `${message.attachment_count} Dateien`),
  ].filter(Boolean)
  return (
    <EntryRow at={entry.at} cell={isOurs ? 'mail' : 'message'}>
      <p>
        <b>{isOurs ? 'Antwort' : 'Nachricht'}</b>{' '}
        <Link to={`/messages/${message.conversation_id}`}>„{message.subject}“</Link>
        <By name={entry.actor_name} isOwn={entry.is_own} />
        {remarks.length > 0 && <span className="muted">, {remarks.join(', ')}</span>}
      </p>
      {message.excerpt && <p className="tiny">{message.excerpt}</p>}
    </EntryRow>
  )
}
