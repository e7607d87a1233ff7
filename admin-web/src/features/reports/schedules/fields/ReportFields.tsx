import { lazy, Suspense, useMemo } from 'react'
import { FilterBar } from '@/features/reports/frame/filters/FilterBar'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import type { Period } from '@/features/reports/frame/parameters/periods'
import type { Problems } from '@/ui/form/versions'
import { Section } from '@/ui/page/Section'
import { type Draft, needsPeriod, problemAt, takesPeriod, withReport } from '../edit/draft'
import { PERIOD_GROUPS } from '../periods'
import { barParameters, givenOf, specOf } from '../reportParameters'
import type { ReportInfo } from '../schedule'
import { daysWords } from '../words'
import { InputField } from './InputField'
import { OwnParameters } from './OwnParameters'
import { SeenPeriod } from './SeenPeriod'

export interface PartProps {
  draft: Draft
  problems: Problems
  onDraft: (changes: Partial<Draft>) => void
}

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
        {report && <PeriodField {...props} report={report} />}
        {report && <Asked {...props} report={report} />}
      </div>
    </Section>
  )
}

interface KnownReportProps extends ReportFieldsProps {
  report: ReportInfo
}

/** A period that moves along, with the days that it means today. */
function PeriodField({ draft, problems, onDraft, report, period }: KnownReportProps) {
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

const CreditFields = lazy(() => import('./CreditFields'))

/** What the report is asked, with the fields that its own page has. */
function Asked({ draft, problems, onDraft, report, period }: KnownReportProps) {
  const takes = useMemo(() => specOf(report), [report])
  const parameters = barParameters(draft.parameters, report, period)
  const change = (changes: Partial<Parameters>) =>
    onDraft({ parameters: givenOf({ ...parameters, ...changes }, report) })
  const own = Object.keys(takes.own)
  if (!takes.comparison && !takes.bots && !takes.filters && own.length === 0) return null
  const state = {
    parameters,
    query: '',
    change,
    changeOwn: (changes: Parameters['own']) => change({ own: { ...parameters.own, ...changes } }),
    problems: parameterProblems(problems, report),
  }
  return (
    <FilterBar {...state} takes={takes} compared={null} controlled={own}>
      {report.name === 'credits' ? (
        <Suspense fallback={null}>
          <CreditFields {...state} />
        </Suspense>
      ) : (
        <OwnParameters {...state} report={report} />
      )}
    </FilterBar>
  )
}

/** The server names a parameter as addresses do: `years`. */
const parameterProblems = (problems: Problems, { parameters }: ReportInfo): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([name]) => parameters.some((one) => one.name === name)),
  )
