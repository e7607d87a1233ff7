import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '@/session/session'
import { LeaveWarning } from '@/ui/form/LeaveWarning'
import { Loading } from '@/ui/page/Loading'
import { LoadProblem } from '@/ui/page/LoadProblem'
import { Section } from '@/ui/page/Section'
import { ConditionFields } from '../fields/ConditionFields'
import { CountField } from '../fields/CountField'
import { FormatsField } from '../fields/FormatsField'
import { RecipientsField } from '../fields/RecipientsField'
import { ReportFields } from '../fields/ReportFields'
import { TimingFields } from '../fields/TimingFields'
import type { ScheduleInput } from '../schedule'
import { useReports } from '../useReports'
import { Arrival } from './Arrival'
import { addressesIn } from './addresses'
import {
  byAddress,
  type Draft,
  isSameDraft,
  type Problems,
  previewInput,
  problemAt,
  readDraft,
  stillRefused,
} from './draft'
import { usePreview } from './usePreview'

/** What becomes of a saved form. */
export type Next = 'show' | 'test'

interface ScheduleEditorProps {
  /** What the form began with: leaving it as it is loses nothing. */
  saved: Draft
  draft: Draft
  onDraft: (draft: Draft) => void
  isSaving: boolean
  isDone: boolean
  isBlocked?: boolean
  /** Not saved yet at all. */
  isNew?: boolean
  back: string
  /** Answers what the server refused, or `null`. */
  onSave: (input: ScheduleInput, next: Next) => Promise<Problems | null>
  problem: string | null
  /** Above the buttons, such as both versions of a conflict. */
  children?: ReactNode
}

/** The form of a schedule, and beside it what arrives. Nothing typed is lost by a refusal. */
export function ScheduleEditor(props: ScheduleEditorProps) {
  const { draft } = props
  const { data, error, refetch } = useReports()
  const report = data?.data.find(({ name }) => name === draft.report)
  const own = useSession()?.account.email ?? ''
  const asked = usePreview(report ? previewInput(draft, report.title, own) : null)
  const { problems, change, submit } = useChecked(props, asked.problems, report)
  const part = { draft, problems, onDraft: change }
  const isUnsaved = !props.isDone && !isSameDraft(draft, props.saved)

  if (error && !data) return <LoadProblem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <div className="schedule">
      <LeaveWarning isUnsaved={isUnsaved} />
      <div className="schedule-form">
        <ReportFields
          {...part}
          reports={data.data}
          report={report}
          period={asked.preview?.period ?? null}
        />
        <TimingFields {...part} />
        <RecipientsField {...part} />
        <FormatsField {...part} />
        <ConditionFields {...part} report={report} preview={asked.preview} />
        <Keeping {...part} />
      </div>
      <Arrival input={readDraft(draft).input} title={report?.title} asked={asked}>
        {props.children}
        <Saving {...props} isUnsaved={isUnsaved} hasProblems={hasAny(problems)} onSubmit={submit} />
      </Arrival>
    </div>
  )
}

interface SavingProps extends ScheduleEditorProps {
  isUnsaved: boolean
  hasProblems: boolean
  onSubmit: (next: Next) => void
}

/** What becomes of it, with the reason where nothing became of it. */
function Saving({ isUnsaved, hasProblems, onSubmit, ...props }: SavingProps) {
  const isDisabled = props.isSaving || props.isBlocked === true
  return (
    <div className="form-end">
      {props.problem && (
        <p className="error-text" role="alert">
          {props.problem} Ihre Eingaben sind noch da.
        </p>
      )}
      {hasProblems && (
        <p className="error-text" role="alert">
          Bitte prüfen Sie die gekennzeichneten Angaben.
        </p>
      )}
      <p className="buttons">
        <Button
          variant="contained"
          color="secondary"
          disabled={isDisabled}
          onClick={() => onSubmit('show')}
        >
          {props.isSaving ? 'Wird gespeichert' : 'Speichern'}
        </Button>
        <Button disabled={isDisabled} onClick={() => onSubmit('test')}>
          {isUnsaved || props.isNew ? 'Speichern und Probe an mich' : 'Probe an mich senden'}
        </Button>
        <Button component={Link} to={props.back} variant="text">
          Abbrechen
        </Button>
      </p>
    </div>
  )
}

const hasAny = (problems: Problems): boolean => Object.keys(problems).length > 0

/**
 * What is wrong: with what is missing only after somebody wanted to save, with what the server
 * refused until that is changed.
 */
function useChecked(
  { draft, onDraft, onSave }: ScheduleEditorProps,
  seen: Problems,
  report: Parameters<typeof stillRefused>[2] | undefined,
) {
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Problems>(NONE)
  const { input, problems: missing } = readDraft(draft)
  const previewed = byAddress(seen, input.recipients)

  function change(changes: Partial<Draft>) {
    setRefused((before) => stillRefused(before, changes, report ?? { parameters: [] }))
    onDraft({ ...draft, ...changes })
  }
  async function submit(next: Next) {
    setChecked(true)
    // An address that was still in its field is one of the recipients now.
    const { recipients } = input
    onDraft({ ...draft, recipients, addressing: addressesIn(draft.addressing).rest })
    if (Object.keys(missing).length > 0) return focusProblem()
    const told = await onSave(input, next)
    if (!told) return
    setRefused(byAddress(told, input.recipients))
    focusProblem()
  }
  const problems = { ...previewed, ...refused, ...(isChecked ? missing : NONE) }
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
    <Section title="Wie lange aufheben">
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
