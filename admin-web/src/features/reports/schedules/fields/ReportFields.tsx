import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FilterBar } from '@/features/reports/frame/filters/FilterBar'
import type { Parameters } from '@/features/reports/frame/parameters/parameters'
import { type Period, periodWords } from '@/features/reports/frame/parameters/periods'
import type { Problems } from '@/ui/form/versions'
import { Section } from '@/ui/page/Section'
import { needsPeriod, takesPeriod, withReport } from '../edit/draft'
import { type Seen, seenOf } from '../edit/fromReport'
import { problemAt } from '../edit/problems'
import { PERIOD_GROUPS, PERIODS } from '../periods'
import { barParameters, givenOf, specOf } from '../reportParameters'
import type { Given, ReportInfo } from '../schedule'
import { daysWords } from '../words'
import { InputField } from './InputField'
import { OwnParameters } from './OwnParameters'
import type { PartProps } from './part'
import { RowChoice } from './RowChoice'

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

interface SeenPeriodProps {
  chosen: string | null
  onChosen: (period: string) => void
}

/** Under a period that comes from a report's page: what the page showed, and the question what it meant. */
function SeenPeriod({ chosen, onChosen }: SeenPeriodProps) {
  const [search] = useSearchParams()
  const seen = useMemo(() => seenOf(search), [search])
  if (!seen) return null
  const { choices } = seen.moving
  return (
    <div className="stacked seen-period">
      <p className="typed-word">{seenWords(seen)}</p>
      {choices.length > 1 && (
        <RowChoice
          legend="Was soll jede Sendung zeigen?"
          name="seen-period"
          choices={choices.map((name) => [name, PERIODS[name] ?? name] as const)}
          chosen={chosen ?? ''}
          onChosen={onChosen}
        />
      )}
      {seen.compared && (
        <p className="typed-word">
          Verglichen haben Sie mit {periodWords(seen.compared)}. Feste Tage wandern nicht mit: Jede
          Sendung vergleicht mit dem Zeitraum davor, wenn Sie nichts anderes wählen.
        </p>
      )}
    </div>
  )
}

function seenWords({ period, moving }: Seen): string {
  const days = `Auf der Seite sahen Sie ${periodWords(period)}.`
  const [first] = moving.choices
  if (first === undefined)
    return `${days} Feste Tage wandern nicht mit: Bitte wählen Sie, welche Tage jede Sendung zeigen soll.`
  if (moving.choices.length > 1) return days
  if (!moving.isOther) return `${days} Jede Sendung zeigt die entsprechenden Tage ihres Datums.`
  return first.endsWith('_days')
    ? `${days} Jede Sendung zeigt ganze Tage: Der Tag des Versands ist noch nicht vorbei und zählt nicht mit.`
    : `${days} Jede Sendung zeigt denselben Ausschnitt vor ihrem Datum.`
}

const CreditFields = lazy(() => import('./CreditFields'))

interface AskedProps {
  report: ReportInfo
  given: Given
  /** By the names of the report's own parameters. */
  problems: Problems
  /** The days in which values of filters are looked for. */
  period: Period | null
  onGiven: (given: Given) => void
}

/** What a report is asked, with the fields that its own page has. */
function Asked({ report, given, problems, period, onGiven }: AskedProps) {
  const takes = useMemo(() => specOf(report), [report])
  const parameters = barParameters(given, report, period)
  const change = (changes: Partial<Parameters>) =>
    onGiven(givenOf({ ...parameters, ...changes }, report))
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
