import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { counted, formatMomentShort } from '@/lib/format'
import { actionName } from '@/lib/operationWords'
import { Key } from '@/ui/keys/Key'
import { LetterActions } from '@/ui/mail/LetterActions'
import { useUndo } from '@/ui/page/useUndo'
import { By, type CellKind, EntryRow } from '@/ui/record/EntryRow'
import { pageWords, sourceWords } from '../facts/Journey'
import { ChangedFields } from './ChangeEntry'
import { MailPreview } from './MailPreview'
import { NoteEntry } from './NoteEntry'
import type { Entry } from './useTimeline'

interface TimelineEntryProps {
  entry: Entry
  id: number
  /** The operation that the key takes back, if one can be. */
  next?: number | undefined
}

/** One thing that happened, by its kind. */
export function TimelineEntry({ entry, id, next }: TimelineEntryProps) {
  const { note, mail, change, message } = entry
  if (note) return <NoteEntry note={note} id={id} />
  if (mail) return <MailEntry mail={mail} />
  if (message) return <MessageEntry entry={entry} message={message} />
  if (change) return <ChangeOf entry={entry} change={change} next={next} />
  return (
    <EntryRow at={entry.at} cell={cellOf(entry)}>
      <p>
        <Words entry={entry} />
        {entry.kind !== 'touch' && <By name={entry.actor_name} isOwn={entry.is_own} />}
      </p>
    </EntryRow>
  )
}

function cellOf({ kind, group }: Entry): CellKind {
  if (group === 'money') return 'money'
  if (kind === 'declaration') return 'change'
  return ['touch', 'told', 'waiting'].includes(kind) ? 'trace' : 'look'
}

interface ChangeOfProps extends Pick<TimelineEntryProps, 'entry' | 'next'> {
  change: NonNullable<Entry['change']>
}

function ChangeOf({ entry, change, next }: ChangeOfProps) {
  return (
    <EntryRow
      at={entry.at}
      cell={entry.group === 'money' ? 'money' : 'change'}
      action={entry.undo && <Undo undo={entry.undo} isNext={entry.undo.operation_id === next} />}
    >
      <p>
        <b>{actionName(change.action)}</b>
        <By name={entry.actor_name} isOwn={entry.is_own} />
      </p>
      <ChangedFields change={change} />
    </EntryRow>
  )
}

interface UndoProps {
  undo: NonNullable<Entry['undo']>
  /** Whether the key takes this one back: of several it is the latest. */
  isNext: boolean
}

/** Takes the operation back, as long as that goes. */
function Undo({ undo, isNext }: UndoProps) {
  const { mutate, isPending } = useUndo()
  return (
    <>
      <Button
        variant="text"
        size="small"
        disabled={isPending}
        aria-keyshortcuts={isNext ? 'z' : undefined}
        onClick={() => mutate(undo.operation_id)}
      >
        Rückgängig machen {isNext && <Key name="z" />}
      </Button>
      <span className="muted tiny">
        bis <time dateTime={undo.until}>{formatMomentShort(undo.until)}</time>
      </span>
    </>
  )
}

const DECLARED: Record<string, string> = { withdrawal: 'Widerruf', notice: 'Kündigung' }
const STEPS: Record<string, string> = {
  received: 'eingegangen',
  match: 'zugeordnet',
  accept: 'angenommen',
  reject: 'abgelehnt',
  refund: 'erstattet',
}
const WAITING: Record<string, string> = {
  joined: 'Auf die Warteliste eingetragen',
  offered: 'Von der Warteliste: Platz angeboten',
  accepted: 'Von der Warteliste: Angebot angenommen',
}

function Words({ entry: { kind, reveal, declaration, waiting, touch, told } }: { entry: Entry }) {
  if (declaration)
    return (
      <>
        <b>
          {DECLARED[declaration.kind] ?? declaration.kind}{' '}
          {STEPS[declaration.step] ?? declaration.step}
        </b>{' '}
        <Link to={`/declarations/${declaration.id}/show`}>{declaration.reference}</Link>
      </>
    )
  if (waiting)
    return <Link to={`/waiting-list/${waiting.entry_id}/show`}>{WAITING[waiting.step]}</Link>
  if (touch) return <Touch touch={touch} />
  if (told) return <Told told={told} />
  if (kind === 'evidence_read') return 'Nachweis geöffnet'
  return reveal === 'email' ? 'E-Mail-Adresse angezeigt' : 'Telefonnummer angezeigt'
}

/** How the household says it heard of us. */
function Told({ told: { label, text } }: { told: NonNullable<Entry['told']> }) {
  return (
    <>
      Auf uns aufmerksam geworden: <b>{label}</b>
      {text && `, in eigenen Worten „${text}“`}
    </>
  )
}

/** A visit before the reservation: where from, by what, and which page. */
function Touch({ touch }: { touch: NonNullable<Entry['touch']> }) {
  const details = [touch.utm_medium, touch.utm_term, touch.utm_content].filter(Boolean)
  return (
    <>
      Besuch: {sourceWords(touch)}
      {touch.utm_campaign && `, Kampagne ${touch.utm_campaign}`}
      {touch.referral_code && `, Code ${touch.referral_code}`}
      <span className="muted">, {[pageWords(touch.landing_path), ...details].join(', ')}</span>
    </>
  )
}

const KINDS: Record<string, string> = {
  auto_reply: 'automatische Antwort',
  bounce: 'nicht zustellbar',
  loop: 'von uns selbst oder in zu großer Zahl',
}

/** A message of a conversation about this place, and the way to all of it. */
function MessageEntry({
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
    message.attachment_count > 0 && counted(message.attachment_count, '1 Datei', 'Dateien'),
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

const STATES: Record<string, string> = {
  to_print: 'zu drucken',
  queued: 'wartet auf den Versand',
  sent: 'gesendet',
  retrying: 'wird erneut versucht',
  held: 'nach einer Wiederherstellung angehalten',
  failed: 'nicht zugestellt',
  cancelled: 'nicht gesendet',
}

/** A mail to the household; a preview, and from there another copy. */
function MailEntry({ mail }: { mail: Schemas['ReservationMailOut'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <EntryRow
      at={mail.created_at}
      cell="mail"
      action={
        <Button variant="text" size="small" onClick={() => setOpen(true)}>
          Ansehen<span className="visually-hidden">: {mail.subject}</span>
        </Button>
      }
    >
      <p data-state={mail.state}>
        <b>{mail.is_letter ? 'Brief' : 'Mail'}</b> „{mail.subject}“{' '}
        <span className={mail.state === 'failed' || mail.state === 'to_print' ? 'due' : 'muted'}>
          {mail.is_letter && mail.state === 'sent'
            ? 'als versandt vermerkt'
            : (STATES[mail.state] ?? mail.state)}
          {mail.attempts > 1 && `, ${mail.attempts} Versuche`}
        </span>
      </p>
      {mail.last_error && mail.state !== 'sent' && <p className="tiny">{mail.last_error}</p>}
      {mail.is_letter && <LetterActions mail={mail} />}
      {isOpen && <MailPreview mail={mail} onClose={() => setOpen(false)} />}
    </EntryRow>
  )
}
