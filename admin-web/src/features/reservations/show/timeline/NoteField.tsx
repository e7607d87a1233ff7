import Button from '@mui/material/Button'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { berlinDay } from '@/lib/reservationWords'
import { useDraft } from '@/session/draft'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'
import { DayMenu } from '../head/DayMenu'
import { dayWithWeekday } from '../head/followUpDays'
import { type CallDraft, CallFields, callBody, newCall } from './CallFields'
import { useDialled } from './dialled'

interface Draft {
  text: string
  isPinned: boolean
  day: string | null
  call: CallDraft | null
}
const EMPTY: Draft = { text: '', isPinned: false, day: null, call: null }

/** From so many characters on, the field says how many are left of 2,000. */
const LONG = 1_800
const LONGEST = 2_000

/**
 * Where a note is written: `n` goes there, Strg and Enter save. What was typed waits until it is saved. A call that
 * begins on this page is noted here, too.
 */
export function NoteField({ record }: { record: Reservation }) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLInputElement>(null)
  const [isTagging, setTagging] = useState(false)
  // The keys of the page work again once the note is saved, from where the focus would go next. Who has
  // gone on to another field by then stays there.
  const note = useNote(record.id, () => {
    if (form.current?.contains(document.activeElement)) submit.current?.focus()
  })
  useDialled(note.beginCall)
  const { call } = note.draft
  // Who has called comes back to where it is noted.
  useEffect(() => {
    if (call?.began && call.isReached === null) outcome.current?.focus({ preventScroll: true })
  }, [call?.began, call?.isReached])
  return (
    <>
      <form
        ref={form}
        className="note-field"
        onSubmit={(event) => {
          event.preventDefault()
          void note.save()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void note.save()
        }}
      >
        <label className="visually-hidden" htmlFor="note">
          Notiz
        </label>
        {call && (
          <CallFields
            call={call}
            onChange={(changed) => note.change({ call: changed })}
            first={outcome}
            wrong={note.fieldErrors['call.minutes']}
          />
        )}
        <NoteText note={note} />
        <NoteTools note={note} submit={submit} onTag={() => setTagging(true)} />
      </form>
      {/* Outside: React hands what its form sends on to the form around it, which would save the note. */}
      {isTagging && (
        <OperationDialog
          name="add_tag"
          ids={[record.id]}
          version={record.version}
          onClose={() => setTagging(false)}
        />
      )}
    </>
  )
}

type NoteState = ReturnType<typeof useNote>

function NoteText({ note: { draft, change, wrong } }: { note: NoteState }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut('n', () => field.current?.focus())
  const hint = wrong ?? lengthWords(draft.text)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') field.current?.blur()
  }
  return (
    <>
      <textarea
        id="note"
        ref={field}
        rows={2}
        placeholder="Notiz schreiben"
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onKeyDown}
        aria-keyshortcuts="n"
        aria-invalid={wrong !== null}
        aria-describedby={hint ? 'note-hint' : undefined}
      />
      {hint && (
        <p
          id="note-hint"
          className={wrong ? 'error-text' : 'muted tiny'}
          role={wrong ? 'alert' : undefined}
        >
          {hint}
        </p>
      )}
    </>
  )
}

interface NoteToolsProps {
  note: NoteState
  submit: RefObject<HTMLButtonElement | null>
  onTag: () => void
}

function NoteTools({ note, submit, onTag }: NoteToolsProps) {
  const { draft, change, isRunning } = note
  return (
    <div className="note-tools">
      <div className="note-chips">
        <button
          type="button"
          className="note-chip"
          aria-pressed={draft.call !== null}
          onClick={() => change({ call: draft.call ? null : newCall() })}
        >
          <Icon name="phone" size={14} /> Anruf
        </button>
        <button
          type="button"
          className="note-chip"
          aria-pressed={draft.isPinned}
          onClick={() => change({ isPinned: !draft.isPinned })}
        >
          <Icon name="pin" size={14} /> Anheften
        </button>
        <NoteDay day={draft.day} onDay={(day) => change({ day })} />
        <button type="button" className="note-chip" onClick={onTag}>
          + Merkmal
        </button>
        <span className="muted tiny note-kept">{draft.text.trim() && 'Entwurf bleibt hier'}</span>
      </div>
      <Button
        ref={submit}
        type="submit"
        aria-disabled={isRunning}
        aria-keyshortcuts="Control+Enter"
      >
        {draft.call ? 'Anruf' : 'Notiz'} speichern <Key name="Strg Enter" />
      </Button>
    </div>
  )
}

const NO_OUTCOME = 'Bitte sagen Sie, ob Sie jemanden erreicht haben.'

/** A note being written, and its way to the server; a refused one stays as it was typed. */
function useNote(id: number, onSaved: () => void) {
  const { draft, keep, restart } = useDraft(`note ${id}`, 'memory', () => EMPTY)
  const { runThen, isRunning, problem, fieldErrors, forget } = useStaffChange(
    'reservations',
    'today',
  )
  function change(part: Partial<Draft>) {
    if (problem !== null) forget()
    keep({ ...draft, ...part })
  }
  const [isOutcomeMissing, setOutcomeMissing] = useState(false)
  async function save() {
    if (isRunning) return
    setOutcomeMissing(draft.call?.isReached === null)
    if (draft.call?.isReached === null) return
    await runThen(cleared, 'post', '/api/staff/reservations/{reservation_id}/notes', {
      params: { path: { reservation_id: id } },
      body: {
        text: draft.text,
        call: draft.call && callBody(draft.call),
        is_pinned: draft.isPinned,
        follow_up_on: draft.day,
      },
    })
  }
  function cleared() {
    restart(EMPTY)
    onSaved()
  }
  const missing = isOutcomeMissing && draft.call?.isReached === null ? NO_OUTCOME : undefined
  const refused = fieldErrors['call.minutes'] ?? fieldErrors.text ?? fieldErrors.follow_up_on
  const wrong = missing ?? refused ?? problem
  const beginCall = () => change({ call: newCall() })
  return { draft, change, beginCall, save, isRunning, wrong, fieldErrors }
}

function lengthWords(text: string): string | null {
  if (text.length < LONG) return null
  const left = LONGEST - text.length
  if (left < 0) return `${-left} Zeichen zu viel. Eine Notiz fasst 2.000.`
  return `Noch ${left} von 2.000 Zeichen.`
}

interface NoteDayProps {
  day: string | null
  onDay: (day: string | null) => void
}

/** The day of a follow-up that is set along with the note. */
function NoteDay({ day, onDay }: NoteDayProps) {
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
