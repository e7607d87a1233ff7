import Button from '@mui/material/Button'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useStaffChange } from '@/api/useStaffChange'
import { useDraft } from '@/session/draft'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Icon } from '@/ui/page/Icon'
import { OperationDialog } from '../../operations/OperationDialog'
import type { Reservation } from '../../types'
import { Key } from '../head/Key'
import { NoteDay } from './NoteDay'

interface Draft {
  text: string
  isPinned: boolean
  day: string | null
}
const EMPTY: Draft = { text: '', isPinned: false, day: null }

/** From so many characters on, the field says how many are left of 2,000. */
const LONG = 1_800
const LONGEST = 2_000

/** Where a note is written: `n` goes there, Strg and Enter save. What was typed waits until it is saved. */
export function NoteField({ record }: { record: Reservation }) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  const [isTagging, setTagging] = useState(false)
  // The keys of the page work again once the note is saved, from where the focus would go next. Who has
  // gone on to another field by then stays there.
  const note = useNote(record.id, () => {
    if (form.current?.contains(document.activeElement)) submit.current?.focus()
  })
  return (
    <>
      <form
        ref={form}
        className="note-field"
        onSubmit={(event) => {
          event.preventDefault()
          void note.save()
        }}
      >
        <label className="visually-hidden" htmlFor="note">
          Notiz
        </label>
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

function NoteText({ note: { draft, change, save, wrong } }: { note: NoteState }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut('n', () => field.current?.focus())
  const hint = wrong ?? lengthWords(draft.text)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape') field.current?.blur()
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
        Notiz speichern <Key name="Strg Enter" />
      </Button>
    </div>
  )
}

/** A note being written, and its way to the server; a refused one stays as it was typed. */
function useNote(id: number, onSaved: () => void) {
  const { draft, keep, restart } = useDraft(`note ${id}`, 'memory', () => EMPTY)
  const { run, isRunning, problem, fieldErrors, forget } = useStaffChange('reservations', 'today')
  function change(part: Partial<Draft>) {
    if (problem !== null) forget()
    keep({ ...draft, ...part })
  }
  async function save() {
    if (isRunning) return
    const saved = await run('post', '/api/staff/reservations/{reservation_id}/notes', {
      params: { path: { reservation_id: id } },
      body: { text: draft.text, is_pinned: draft.isPinned, follow_up_on: draft.day },
    })
    if (saved === null) return
    restart(EMPTY)
    onSaved()
  }
  const wrong = fieldErrors.text ?? fieldErrors.follow_up_on ?? problem
  return { draft, change, save, isRunning, wrong }
}

function lengthWords(text: string): string | null {
  if (text.length < LONG) return null
  const left = LONGEST - text.length
  if (left < 0) return `${-left} Zeichen zu viel. Eine Notiz fasst 2.000.`
  return `Noch ${left} von 2.000 Zeichen.`
}
