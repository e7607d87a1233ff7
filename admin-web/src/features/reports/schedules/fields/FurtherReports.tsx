import Button from '@mui/material/Button'
import { useRef } from 'react'
import type { Period } from '@/features/reports/frame/parameters/periods'
import type { Problems } from '@/ui/form/versions'
import { MOST_REPORTS, withAnother, withPack, withReportAt } from '../edit/pack'
import { packOf, type ReportInfo } from '../schedule'
import { Asked } from './Asked'
import { InputField } from './InputField'
import { PackOrder } from './PackOrder'
import type { PartProps } from './part'

interface FurtherReportsProps extends PartProps {
  reports: readonly ReportInfo[]
  period: Period | null
}

/** The reports after the first, which come in the same mail, and a button for one more. */
export function FurtherReports(props: FurtherReportsProps) {
  const { draft, problems, reports, onDraft } = props
  const add = useRef<HTMLButtonElement>(null)
  const pack = packOf(draft)
  const isFull = pack.length >= MOST_REPORTS
  return (
    <>
      {draft.further_reports.length > 0 && (
        <ol className="further-reports" start={2} aria-label="Weitere Berichte in derselben Mail">
          {draft.further_reports.map((one, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same report can be there twice
            <li key={`${one.report} ${n}`}>
              <FurtherReport {...props} place={n + 1} onGone={() => add.current?.focus()} />
            </li>
          ))}
        </ol>
      )}
      {problems.further_reports && (
        <p role="alert" className="field-error">
          {problems.further_reports}
        </p>
      )}
      <p className="flush">
        <Button
          ref={add}
          size="small"
          disabled={isFull || !draft.report}
          onClick={() => onDraft(withAnother(draft, reports))}
        >
          Weiteren Bericht hinzufügen
        </Button>
        {isFull && (
          <span className="muted"> Mehr als {MOST_REPORTS} passen nicht in eine Mail.</span>
        )}
      </p>
      {pack.length > 1 && (
        <p className="muted flush">
          Alle kommen in einer Mail, vom selben Stand der Daten und mit demselben Zeitraum. Schlägt
          einer fehl, geht keiner hinaus.
        </p>
      )}
    </>
  )
}

interface FurtherReportProps extends FurtherReportsProps {
  place: number
  onGone: () => void
}

function FurtherReport({ place, onGone, ...props }: FurtherReportProps) {
  const { draft, problems, onDraft, reports, period } = props
  const pack = packOf(draft)
  const one = pack[place]
  const report = reports.find(({ name }) => name === one?.report)
  if (!one) return null
  const own = problemsAt(problems, place - 1)
  return (
    <fieldset className="further-report">
      <legend>
        {place + 1}. {report?.title ?? one.report}
      </legend>
      <InputField label={`${place + 1}. Bericht`} hint={report?.question} problem={own.report}>
        {(ties) => (
          <select
            {...ties}
            className="choice wide"
            value={one.report}
            onChange={({ target }) => {
              const next = reports.find(({ name }) => name === target.value)
              if (next) onDraft(withReportAt(draft, place, next))
            }}
          >
            {!report && <option value={one.report}>Bitte wählen</option>}
            {reports.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        )}
      </InputField>
      {report && (
        <Asked
          report={report}
          given={one.parameters}
          problems={own}
          period={period}
          onGiven={(parameters) =>
            onDraft(
              withPack(
                draft,
                pack.map((other, n) => (n === place ? { ...one, parameters } : other)),
              ),
            )
          }
        />
      )}
      <PackOrder {...props} place={place} title={report?.title ?? one.report} onGone={onGone} />
    </fieldset>
  )
}

/** `further_reports.0.years` → `years`: the problems of one of them. */
function problemsAt(problems: Problems, place: number): Problems {
  const prefix = `further_reports.${place}.`
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, words]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), words]] : [],
    ),
  )
}
