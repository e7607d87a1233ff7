import Button from '@mui/material/Button'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { QuietFields } from '../QuietFields'
import { Tick } from '../Tick'
import { OwnAlertFields } from './OwnAlertFields'
import {
  type Figures,
  formOf,
  newForm,
  type OwnAlert,
  type OwnAlertForm,
  readForm,
} from './ownAlert'
import { PreviewPanel } from './PreviewPanel'
import { usePreview } from './usePreview'

interface OwnAlertEditorProps {
  known: Figures
  /** The alert that is changed; `null` for a new one. */
  alert: OwnAlert | null
  /** The figure that a new one starts with, from the address. */
  start: string | null
  onClose: () => void
}

/** An alert with what it would have done in the last year beside it. */
export function OwnAlertEditor({ known, alert, start, onClose }: OwnAlertEditorProps) {
  const edit = useOwnAlertForm(known, alert, start, onClose)
  const { form, type, figure, read, errors } = edit
  const isIncomplete = Object.keys(read.problems).length > 0
  const preview = usePreview(isIncomplete ? null : read.body)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    void edit.save()
  }

  return (
    <form noValidate onSubmit={submit} className="own-alert-form" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {alert ? 'Hinweis ändern' : 'Neuer Hinweis'}
      </h3>
      <div className="input-stack">
        <OwnAlertFields {...{ form, figure, known, errors }} onChange={type} />
        <fieldset className="field-group">
          <legend>Wie erfahren Sie es?</legend>
          <p className="flush muted">Hier und im Verlauf steht es immer.</p>
          <Tick
            label="Auch per Mail an mich"
            isTicked={form.by_mail}
            onChange={(by_mail) => type({ by_mail })}
          />
        </fieldset>
        {form.by_mail && (
          <QuietFields
            form={{ ...form, is_on: true, to_admins: false, recipients: '' }}
            errors={errors}
            onChange={type}
          />
        )}
      </div>
      <PreviewPanel
        preview={preview}
        figure={figure}
        threshold={read.body.threshold ?? null}
        isIncomplete={isIncomplete}
      />
      <div className="form-end">
        {edit.problem && (
          <p role="alert" className="error-text">
            {edit.problem}
          </p>
        )}
        <p className="buttons">
          <Button type="submit" variant="contained" disabled={edit.isRunning}>
            Speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </p>
      </div>
    </form>
  )
}

/** What is typed, what of it cannot be read, and saving it. */
function useOwnAlertForm(
  known: Figures,
  alert: OwnAlert | null,
  start: string | null,
  onClose: () => void,
) {
  const { run, isRunning, problem, fieldErrors } = useStaffChange('figure-alerts')
  const notify = useNotify()
  const [isTried, setTried] = useState(false)
  const [form, setForm] = useState<OwnAlertForm>(() => startForm(known, alert, start))
  const figure = known.figures.find(({ name }) => name === form.figure) ?? known.figures[0]
  if (!figure) throw new Error('a role without figures')
  const read = readForm(form, figure)

  async function save() {
    setTried(true)
    if (Object.keys(read.problems).length > 0) return
    const saved = alert
      ? await run('put', '/api/staff/figure-alerts/{alert_id}', {
          params: { path: { alert_id: alert.id } },
          body: { ...read.body, version: alert.version },
        })
      : await run('post', '/api/staff/figure-alerts', { body: read.body })
    if (!saved) return
    notify('Gespeichert. Geprüft wird nach jedem Tag, zum ersten Mal in wenigen Minuten.', {
      type: 'success',
    })
    onClose()
  }

  return {
    form,
    figure,
    read,
    errors: { ...fieldErrors, ...(isTried ? read.problems : {}) },
    type: (changes: Partial<OwnAlertForm>) => setForm((before) => ({ ...before, ...changes })),
    save,
    isRunning,
    problem,
  }
}

function startForm(known: Figures, alert: OwnAlert | null, start: string | null): OwnAlertForm {
  const wanted = alert?.figure ?? start
  const figure = known.figures.find(({ name }) => name === wanted) ?? known.figures[0]
  if (!figure) throw new Error('a role without figures')
  return alert ? formOf(alert, figure) : newForm(figure, known)
}
