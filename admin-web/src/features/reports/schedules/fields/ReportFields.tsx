import { useRef } from 'react'
import type { Period } from '@/features/reports/frame/parameters/periods'
import { Section } from '@/ui/page/Section'
import { withReport } from '../edit/draft'
import { anyNeedsPeriod, anyTakesPeriod, knownOf } from '../edit/pack'
import { problemAt } from '../edit/problems'
import { PERIOD_GROUPS } from '../periods'
import type { ReportInfo } from '../schedule'
import { daysWords } from '../words'
import { Asked } from './Asked'
import { FurtherReports } from './FurtherReports'
import { InputField } from './InputField'
import { PackOrder } from './PackOrder'
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
  const first = useRef<HTMLSelectElement>(null)
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
              ref={first}
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
        {report && <PeriodField {...props} />}
        {report && (
          <Asked
            report={report}
            given={draft.parameters}
            problems={problems}
            period={props.period}
            onGiven={(parameters) => onDraft({ parameters })}
          />
        )}
        {draft.further_reports.length > 0 && (
          <PackOrder
            {...{ draft, onDraft, reports }}
            place={0}
            title={report?.title ?? draft.report}
            onGone={() => first.current?.focus()}
          />
        )}
        {report && <FurtherReports {...props} />}
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

/** A period that moves along, with the days that it means today. */
function PeriodField({ draft, problems, onDraft, reports, period }: ReportFieldsProps) {
  const pack = knownOf(draft, reports)
  if (!anyTakesPeriod(pack))
    return (
      <p className="muted flush">
        {pack.length > 1
          ? 'Diese Berichte zeigen den Stand am Tag des Versands.'
          : 'Dieser Bericht zeigt den Stand am Tag des Versands.'}
      </p>
    )
  const isOptional = !anyNeedsPeriod(pack)
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
