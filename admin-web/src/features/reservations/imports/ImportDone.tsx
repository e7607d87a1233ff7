import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useStaffChange } from '@/api/useStaffChange'
import { formatMoment } from '@/lib/format'
import { saveText } from '../operations/results'
import { ImportProgress } from './ImportProgress'
import { doneWords, goesOn, type ListImport } from './listImport'
import { UndoDialog } from './UndoDialog'
import { SHOWN, useImports } from './useImports'
import type { SentList } from './useListImport'

/** An import that has just been made, and the list it was made of. */
export interface Done {
  made: ListImport
  sent: SentList
}

interface ImportDoneProps {
  done: Done
  onUndone: () => void
}

/** What an import has brought, until the next file: its progress, the refused rows as a file, and the undo. */
export function ImportDone({ done: { made: begun, sent }, onUndone }: ImportDoneProps) {
  const [isAsked, setAsked] = useState(false)
  const { data } = useImports(SHOWN)
  const made = data?.data.find(({ id }) => id === begun.id) ?? begun
  const left = made.refused + made.left_out + made.later.length
  return (
    <section className="sheet import-done" aria-label="Ergebnis">
      <p role="status" className="flush">
        <b>{doneWords(made)}</b>{' '}
        {made.undo_until &&
          `Rückgängig machen können Sie das bis ${formatMoment(made.undo_until)}.`}
      </p>
      {goesOn(made) && (
        <p>
          <ImportProgress made={made} />
          <small className="muted">
            Sie können weiterarbeiten oder die Seite schließen; eingetragen wird trotzdem.
          </small>
        </p>
      )}
      <p className="buttons flush">
        {left > 0 && <RefusedFile sent={sent} importId={made.id} />}
        <Button onClick={() => setAsked(true)}>Rückgängig machen</Button>
        <Link className="button" to="/reservations">
          Zu den Reservierungen
        </Link>
      </p>
      {isAsked && <UndoDialog made={made} onClose={() => setAsked(false)} onUndone={onUndone} />}
    </section>
  )
}

interface RefusedFileProps {
  sent: SentList
  /** The import whose rows are not in the file. */
  importId?: number
}

/** The rows that were not entered, as a file with the reasons. */
export function RefusedFile({ sent, importId }: RefusedFileProps) {
  const { run, isRunning, problem } = useStaffChange()

  async function save() {
    const body = { ...sent, statement: 'liegt vor', ...(importId && { import_id: importId }) }
    const file = await run('post', '/api/staff/reservations/imports/refused', { body })
    // The mark at the beginning is put there by `saveText`.
    if (file) saveText(file.content.slice(1), file.file_name)
  }

  return (
    <>
      <Button disabled={isRunning} onClick={save}>
        Nicht eingetragene Zeilen als Datei
      </Button>
      {problem && (
        <span role="alert" className="error-text">
          {problem}
        </span>
      )}
    </>
  )
}
