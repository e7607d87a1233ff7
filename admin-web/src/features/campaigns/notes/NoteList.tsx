import { type ReactNode, useState } from 'react'
import { formatDay } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { RowButton } from '@/ui/list/RowButton'
import { NoteDialog } from './NoteDialog'
import { type Note, SendingEffect, sendingWords } from './SendingEffect'

interface NoteListProps {
  notes: readonly Note[]
  /** Their order gives the numbers that the chart beside them shows. */
  isNumbered?: boolean
  /** Where else a remark is seen, beside its text. */
  scope?: (note: Note) => ReactNode
}

/** Remarks with their numbers, each to be changed or removed. */
export function NoteList({ notes, isNumbered, scope }: NoteListProps) {
  const [edited, setEdited] = useState<Note | null>(null)
  const [removed, setRemoved] = useState<Note | null>(null)
  return (
    <>
      <ol className="ruled remarks" data-numbered={isNumbered}>
        {notes.map((note) => (
          <li key={note.id}>
            <span>
              <time className="tabular muted" dateTime={note.day}>
                {formatDay(note.day)}
              </time>
              <span>{note.text}</span>
              {note.kind && <small className="muted">{sendingWords(note)}</small>}
              {scope && <small className="muted">{scope(note)}</small>}
              {note.kind && <SendingEffect note={note} />}
            </span>
            <span className="buttons inline-row">
              <RowButton label="Ändern" what={note.text} onClick={() => setEdited(note)} />
              <RowButton label="Löschen" what={note.text} onClick={() => setRemoved(note)} />
            </span>
          </li>
        ))}
      </ol>
      {edited && (
        <NoteDialog note={edited} campaignId={edited.campaign_id} onClose={() => setEdited(null)} />
      )}
      {removed && <RemoveDialog note={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

const RemoveDialog = ({ note, onClose }: { note: Note; onClose: () => void }) => (
  <EditDialog
    title="Anmerkung löschen?"
    button="Löschen"
    save={(call) =>
      call('delete', '/api/staff/notes/{note_id}', { params: { path: { note_id: note.id } } })
    }
    renews={['notes', 'campaigns']}
    done="Die Anmerkung ist gelöscht."
    onClose={onClose}
  >
    <p>
      „{note.text}“ vom {formatDay(note.day)} steht dann in keinem Diagramm mehr.
    </p>
  </EditDialog>
)
