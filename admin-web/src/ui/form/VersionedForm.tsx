import Button from '@mui/material/Button'
import type { FormEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatMomentShort } from '@/lib/format'
import { Conflict } from './Conflict'
import type { Edit } from './edit'
import { LeaveWarning } from './LeaveWarning'

interface EditFrameProps<V> {
  edit: Edit<V>
  children: ReactNode
}

/** What every edited page has: the warning before leaving, the draft of before, and both versions. */
export function EditFrame<V>({ edit, children }: EditFrameProps<V>) {
  const { conflict, keptAt, isUnsaved } = edit
  return (
    <>
      <LeaveWarning isUnsaved={isUnsaved} />
      {keptAt && !conflict && (
        <div className="notice-band">
          <p>
            Ihr Entwurf von {formatMomentShort(new Date(keptAt))} ist noch da, aber nicht
            gespeichert.
          </p>
          <Button onClick={edit.discard}>Verwerfen</Button>
        </div>
      )}
      {conflict ? (
        <div className="sheet">
          <Conflict kind={edit.kind} versions={conflict} />
        </div>
      ) : (
        children
      )}
    </>
  )
}

interface VersionedFormProps<V> {
  edit: Edit<V>
  /** The fields. */
  children: ReactNode
  button?: string
  /** Where „Abbrechen“ leads. */
  back: string
}

/** A page's form. Nothing typed is lost by a refusal. */
export function VersionedForm<V>({ edit, children, button, back }: VersionedFormProps<V>) {
  function submit(event: FormEvent) {
    event.preventDefault()
    edit.submit()
  }
  return (
    <EditFrame edit={edit}>
      <form className="sheet input-stack" onSubmit={submit} noValidate>
        {children}
        <FormProblem words={edit.problem} />
        <p className="buttons">
          <Button type="submit" variant="contained" disabled={edit.isBlocked}>
            {edit.isRunning ? 'Wird gespeichert' : (button ?? 'Speichern')}
          </Button>
          <Button component={Link} to={back}>
            Abbrechen
          </Button>
        </p>
      </form>
    </EditFrame>
  )
}

/** What is wrong and belongs to no field. */
export function FormProblem({ words }: { words: string | null }) {
  if (!words) return null
  return (
    <p className="error-text" role="alert">
      {words} Ihre Eingaben sind noch da.
    </p>
  )
}
