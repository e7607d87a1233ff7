import Button from '@mui/material/Button'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, errorWords, fieldErrorsOf } from '@/api/problem'
import { LeaveWarning } from '@/ui/form/LeaveWarning'
import { showPath } from '../list/columns'
import type { Reservation } from '../types'
import { ConflictTable } from './ConflictTable'
import { EditFields } from './EditFields'
import { useEditing } from './useEditing'

/** The form, or both versions beside each other when somebody else was quicker. */
export function EditForm({ record }: { record: Reservation }) {
  const editing = useEditing(record)
  const { base, draft, newer, save, isKept } = editing
  const navigate = useNavigate()
  const isChanged = Object.keys(draft).length > 0
  if (newer)
    return (
      <>
        <LeaveWarning isUnsaved={isChanged} />
        <ConflictTable
          base={base}
          draft={draft}
          current={newer}
          onSettled={(left) => editing.settle(left, newer)}
          onDiscard={editing.discard}
        />
      </>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    editing.submit()
  }
  return (
    <form className="sheet form edit-form" onSubmit={submit} noValidate>
      <LeaveWarning isUnsaved={isChanged && !save.isPending} />
      {isKept && isChanged && <KeptNotice onDiscard={editing.discard} />}
      <EditFields
        record={base}
        draft={draft}
        errors={fieldErrorsOf(save.error)}
        onChange={editing.type}
      />
      <FormError error={save.error} />
      <div className="button-row">
        <Button
          type="submit"
          variant="contained"
          color="secondary"
          disabled={!isChanged || save.isPending}
        >
          {save.isPending ? 'Wird gespeichert' : 'Speichern'}
        </Button>
        <Button onClick={() => navigate(showPath(record))}>Zurück</Button>
      </div>
    </form>
  )
}

/** An error that belongs to no field. A stale save shows both versions instead. */
function FormError({ error }: { error: unknown }) {
  if (!error || (error instanceof ApiError && error.code === 'stale')) return null
  return (
    <p className="error-text" role="alert">
      {errorWords(error)} Ihre Eingaben sind noch da.
    </p>
  )
}

function KeptNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice-band">
      <p>Ihre Eingaben von vorhin sind noch da, aber nicht gespeichert.</p>
      <Button onClick={onDiscard}>Verwerfen</Button>
    </div>
  )
}
