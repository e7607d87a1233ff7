import Button from '@mui/material/Button'
import { type BaseSyntheticEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Form, FormDataConsumer } from 'react-admin'
import { Link } from 'react-router-dom'
import lengths from '@/api/lengths.gen.json'
import { formatMomentShort } from '@/lib/format'
import { Conflict } from './Conflict'
import { Lengths } from './inputs'
import { LeaveWarning } from './LeaveWarning'
import type { AnyEdit } from './useEdit'

export interface EditFormProps {
  edit: AnyEdit
  /** What the form fills, by its name in the API document, which bounds its texts. */
  schema?: keyof typeof lengths | undefined
  className?: string
  children: ReactNode
}

const UNBOUNDED = {}

/** react-admin's form over an edit: what is refused stands at its field, and the first fault gets the focus. */
export function EditForm({ edit, schema, className, children }: EditFormProps) {
  async function submit(typed: object, event?: BaseSyntheticEvent) {
    const refused = await edit.submit(typed)
    const fields: HTMLInputElement[] = [...(event?.target.elements ?? [])]
    fields.find(({ name }) => name in refused)?.focus()
    return refused
  }
  return (
    <Lengths value={schema ? lengths[schema] : UNBOUNDED}>
      <Form
        record={edit.start}
        validate={(typed) => edit.kind.read(typed).problems}
        onSubmit={submit}
        {...(className && { className })}
        noValidate
        disableInvalidFormNotification
      >
        <FormDataConsumer>
          {({ formData }) => <Follow typed={formData} onTyped={edit.follow} />}
        </FormDataConsumer>
        {children}
      </Form>
    </Lengths>
  )
}

/** Tells the edit what is typed; not again when the edit itself put something else into the fields. */
function Follow({ typed, onTyped }: { typed: object; onTyped: AnyEdit['follow'] }) {
  const text = JSON.stringify(typed)
  const follow = useEffectEvent(() => void onTyped(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what this is about.
  useEffect(() => follow(), [text])
  return null
}

/** What is wrong and has no field here that it could stand at. */
export const problemOf = ({ problem, refused, form }: AnyEdit): string | undefined =>
  problem ?? Object.entries(refused).find(([name]) => !(name in form))?.[1]

/** What every edited page has: the warning before leaving, the draft of before, and both versions. */
export function EditFrame({ edit, children }: { edit: AnyEdit; children: ReactNode }) {
  const { conflict, keptAt, isUnsaved, isRunning, goElsewhere } = edit
  return (
    <>
      <LeaveWarning isUnsaved={isUnsaved} isSaving={isRunning} onGoingOn={goElsewhere} />
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

interface PageFormProps extends EditFormProps {
  button?: string | undefined
  /** Where „Abbrechen“ leads. */
  back: string
}

/** A page's form. Nothing typed is lost by a refusal. */
export function PageForm({ children, button, back, ...form }: PageFormProps) {
  const { edit } = form
  return (
    <EditFrame edit={edit}>
      <EditForm className="sheet input-stack" {...form}>
        {children}
        <FormEnd edit={edit} button={button}>
          <Button component={Link} to={back}>
            Abbrechen
          </Button>
        </FormEnd>
      </EditForm>
    </EditFrame>
  )
}

interface FormEndProps {
  edit: AnyEdit
  button?: string | undefined
  /** Other buttons. */
  children?: ReactNode
}

/** What is wrong with the whole, and the button that saves it. */
export const FormEnd = ({ edit, button = 'Speichern', children }: FormEndProps) => (
  <>
    <FormProblem words={problemOf(edit)} />
    <p className="buttons">
      <Button type="submit" variant="contained" disabled={edit.isBlocked}>
        {edit.isRunning ? 'Wird gespeichert' : button}
      </Button>
      {children}
    </p>
  </>
)

/** What is wrong and belongs to no field. */
export function FormProblem({ words }: { words: string | undefined | null }) {
  if (!words) return null
  return (
    <p className="error-text" role="alert">
      {words} Ihre Eingaben sind noch da.
    </p>
  )
}
