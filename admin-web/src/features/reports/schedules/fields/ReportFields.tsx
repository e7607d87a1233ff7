import type { Period } from '@/features/reports/frame/parameters/periods'
import { Section } from '@/ui/page/Section'
import { needsPeriod, takesPeriod, withReport } from '../edit/draft'
import { problemAt } from '../edit/problems'
import { PERIOD_GROUPS } from '../periods'
import type { ReportInfo } from '../schedule'
import { daysWords } from '../words'
import { Asked } from './Asked'
import { InputField } from './InputField'
import type { PartProps } from './part'
import { SeenPeriod } from './SeenPeriod'

interface ReportFieldsProps extends PartProps {
  reports: readonly ReportInfo[]
  report: ReportInfo | undefined
  /** The days that the chosen period would be today. */
  period: Period | null
}

/** Which report, under which name, asked what, of which days. */
export function ReportFields(props: ReportFieldsProps) {
  const { draft, problems, onDraft, reports, report } = props
  const choose = (name: string) => {
    const next = reports.find((one) => one.name === name)
    if (next) onDraft(withReport(draft, next, report?.title))
  }
  return (
    <Section title="Was kommt an">
      <div className="stacked">
        <InputField label="Bericht" hint={report?.question} problem={problemAt(problems, 'report')}>
          {(ties) => (
            <select
              {...ties}
              className="choice wide"
              value={draft.report}
              onChange={({ target }) => choose(target.value)}
            >
              {!report && <option value={draft.report}>Bitte wählen</option>}
              {reports.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </InputField>
        <NameField {...props} />
        {report && <PeriodField {...props} report={report} />}
        {report && (
          <Asked
            report={report}
            given={draft.parameters}
            problems={problems}
            period={props.period}
            onGiven={(parameters) => onDraft({ parameters })}
          />
        )}
      </div>
    </Section>
  )
}

function NameField({ draft, problems, onDraft }: PartProps) {
  return (
    <InputField
      label="Name"
      hint="Steht im Betreff der Mail."
      problem={problemAt(problems, 'name')}
    >
      {(ties) => (
        <input
          {...ties}
          className="choice wide"
          maxLength={80}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => onDraft({ name: target.value })}
        />
      )}
    </InputField>
  )
}

interface PeriodFieldProps extends ReportFieldsProps {
  report: ReportInfo
}

/** A period that moves along, with the days that it means today. */
function PeriodField({ draft, problems, onDraft, report, period }: PeriodFieldProps) {
  if (!takesPeriod(report))
    return <p className="muted flush">Dieser Bericht zeigt den Stand am Tag des Versands.</p>
  const isOptional = !needsPeriod(report)
  return (
    <>
      <InputField
        label={isOptional ? 'Reserviert' : 'Zeitraum'}
        hint={periodHint(draft.period, period)}
        problem={problemAt(problems, 'period')}
      >
        {(ties) => (
          <select
            {...ties}
            className="choice wide"
            value={draft.period ?? ''}
            onChange={({ target }) => onDraft({ period: target.value || null })}
          >
            {isOptional && <option value="">Alle Reservierungen</option>}
            {!isOptional && draft.period === null && <option value="">Bitte wählen</option>}
            {PERIOD_GROUPS.map(([group, periods]) => (
              <optgroup key={group} label={group}>
                {Object.entries(periods).map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </InputField>
      <SeenPeriod chosen={draft.period} onChosen={(name) => onDraft({ period: name })} />
    </>
  )
}

function periodHint(chosen: string | null, period: Period | null): string {
  if (period) return `Heute wären das ${daysWords(period)}.`
  return chosen ? 'Wandert mit dem Tag des Versands.' : 'Der Stand am Tag des Versands.'
}
