import Button from '@mui/material/Button'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '@/session/session'
import { EditFrame, FormProblem } from '@/ui/form/EditForm'
import type { Problems } from '@/ui/form/versions'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { InputField } from '../fields/InputField'
import type { PartProps } from '../fields/part'
import { ReportFields } from '../fields/ReportFields'
import { RecipientsField } from '../fields/recipients/RecipientsField'
import { TimingFields } from '../fields/timing/TimingFields'
import type { Format } from '../schedule'
import { useReports } from '../useReports'
import { FORMATS } from '../words'
import { addressesIn } from './addresses'
import { needsPeriod, previewInput } from './draft'
import { Arrival } from './preview/Arrival'
import { usePreview } from './preview/usePreview'
import { byAddress, problemAt, stillRefused } from './problems'
import type { Draft } from './typed'
import type { Next, ScheduleEditing } from './useScheduleEdit'

interface ScheduleEditorProps {
  edit: ScheduleEditing
  back: string
}

/** The form of a schedule, and beside it what arrives. */
export function ScheduleEditor({ edit, back }: ScheduleEditorProps) {
  const { form: draft, values } = edit
  const { data, error, refetch } = useReports()
  const report = data?.data.find(({ name }) => name === draft.report)
  const own = useSession()?.account.email ?? ''
  const isAsked = report && (draft.period !== null || !needsPeriod(report))
  const asked = usePreview(isAsked ? previewInput(draft, report.title, own) : null)
  const { problems, change, submit } = useChecked(edit, asked.problems, report)
  const part = { draft, problems, onDraft: change }

  if (error && !data) return <LoadProblem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <EditFrame edit={edit}>
      <div className="schedule">
        <div className="schedule-form">
          <ReportFields
            {...part}
            reports={data.data}
            report={report}
            period={asked.preview?.period ?? null}
          />
          <TimingFields {...part} />
          <RecipientsField {...part} report={draft.report} />
          <FormatsField {...part} />
          <Keeping {...part} />
        </div>
        <Arrival input={values} title={report?.title} asked={asked}>
          <Saving edit={edit} back={back} hasProblems={hasAny(problems)} onSubmit={submit} />
        </Arrival>
      </div>
    </EditFrame>
  )
}

interface SavingProps extends ScheduleEditorProps {
  hasProblems: boolean
  onSubmit: (next: Next) => void
}

/** What becomes of it, with the reason where nothing became of it. */
function Saving({ edit, back, hasProblems, onSubmit }: SavingProps) {
  const { isRunning } = edit
  return (
    <div className="form-end">
      <FormProblem words={edit.problem} />
      {hasProblems && (
        <p className="error-text" role="alert">
          Bitte prüfen Sie die gekennzeichneten Angaben.
        </p>
      )}
      <p className="buttons">
        <Button
          variant="contained"
          color="secondary"
          disabled={isRunning}
          onClick={() => onSubmit('show')}
        >
          {isRunning ? 'Wird gespeichert' : 'Speichern'}
        </Button>
        <Button disabled={isRunning} onClick={() => onSubmit('test')}>
          {edit.isUnsaved || edit.isNew ? 'Speichern und Probe an mich' : 'Probe an mich senden'}
        </Button>
        <Button component={Link} to={back} variant="text">
          Abbrechen
        </Button>
      </p>
    </div>
  )
}

const hasAny = (problems: Problems): boolean => Object.keys(problems).length > 0

/**
 * What is wrong: with what is missing only after an attempt to save, with what the server
 * refused until that is changed.
 */
function useChecked(
  edit: ScheduleEditing,
  seen: Problems,
  report: Parameters<typeof stillRefused>[2] = { parameters: [] },
) {
  const { form: draft, values, problems: missing, type } = edit
  const [sent, setSent] = useState<readonly string[]>()
  const [changed, setChanged] = useState<Partial<Draft>>({})
  const refused = stillRefused(byAddress(edit.refused, sent ?? []), changed, report)

  function change(changes: Partial<Draft>) {
    setChanged((before) => ({ ...before, ...changes }))
    type(changes)
  }
  async function submit(next: Next) {
    const { recipients } = values
    setSent(recipients)
    setChanged({})
    // An address that was still in its field is one of the recipients now.
    type({ recipients, addressing: addressesIn(draft.addressing).rest })
    await edit.submitTo(next)
    focusProblem()
  }
  const problems = {
    ...byAddress(seen, values.recipients),
    ...refused,
    ...(sent ? missing : NONE),
  }
  return { problems, change, submit }
}

const NONE: Problems = {}

/** To the first field that is marked, once it is. */
function focusProblem() {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.schedule-form [aria-invalid="true"]')?.focus()
  })
}

interface KeepingProps {
  draft: Draft
  problems: Problems
  onDraft: (changes: Partial<Draft>) => void
}

function Keeping({ draft, problems, onDraft }: KeepingProps) {
  return (
    <Section title="Wann genug darin steht, und wie lange es bleibt">
      <CountField
        label="Tabellen ab"
        unit="Zeilen"
        hint="Gezählt werden Zeilen, in denen eine Zahl steht. Sind es weniger, sagt die Mail das, statt leere Tabellen zu zeigen."
        problem={problemAt(problems, 'least_rows')}
        value={draft.least_rows}
        onValue={(least_rows) => onDraft({ least_rows })}
      />
      <CountField
        label="Dateien aufheben"
        unit="Tage"
        hint="So lange lassen sich dieselben Dateien auch hier noch laden. Danach werden sie gelöscht."
        problem={problemAt(problems, 'retention_days')}
        value={draft.retention_days}
        onValue={(retention_days) => onDraft({ retention_days })}
      />
    </Section>
  )
}

interface CountFieldProps {
  label: string
  unit: string
  hint: ReactNode
  problem: string | undefined
  value: string
  onValue: (value: string) => void
}

/** A whole number as it is typed, with its unit beside it. */
function CountField({ unit, value, onValue, ...field }: CountFieldProps) {
  return (
    <InputField {...field}>
      {(ties) => (
        <span className="with-unit">
          <input
            {...ties}
            className="choice tabular"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            onChange={({ target }) => onValue(target.value)}
          />
          {unit}
        </span>
      )}
    </InputField>
  )
}

/** As what: each form with what it is good for. */
function FormatsField({ draft, problems, onDraft }: PartProps) {
  const { formats } = draft
  const id = useId()
  const problem = problemAt(problems, 'formats')
  const toggle = (form: Format) =>
    onDraft({
      formats: formats.includes(form) ? formats.filter((one) => one !== form) : [...formats, form],
    })
  return (
    <Section title="In welcher Form">
      <fieldset className="format-choice">
        <legend className="visually-hidden">In welcher Form</legend>
        {FORMATS.map(([form, label, meaning]) => (
          <label key={form}>
            <input
              type="checkbox"
              checked={formats.includes(form)}
              aria-labelledby={`${id}-${form}`}
              aria-describedby={`${id}-${form}-word`}
              onChange={() => toggle(form)}
            />
            <span>
              <b id={`${id}-${form}`}>{label}</b>
              <small id={`${id}-${form}-word`}>{meaning}</small>
            </span>
          </label>
        ))}
        {problem && (
          <p role="alert" className="field-error">
            {problem}
          </p>
        )}
      </fieldset>
    </Section>
  )
}
