import { dueMonths, MONTHS, type Timing, WEEKDAYS } from '@/lib/timingWords'
import { zoneName } from '@/lib/zones'
import { Section } from '@/ui/page/Section'
import { problemAt } from '../../edit/problems'
import { InputField } from '../InputField'
import type { PartProps } from '../part'
import { RowChoice } from '../RowChoice'

const KINDS: readonly (readonly [Timing['kind'], string])[] = [
  ['daily', 'Täglich'],
  ['weekly', 'Wöchentlich'],
  ['monthly', 'Monatlich'],
  ['quarterly', 'Vierteljährlich'],
  ['yearly', 'Jährlich'],
]

const isByMonthDay = (kind: Timing['kind']): boolean => kind !== 'daily' && kind !== 'weekly'

/** When: the rhythm, its days as cells, the time and on whose clock. */
export function TimingFields({ draft, problems, onDraft }: PartProps) {
  const { timing } = draft
  const change = (changes: Partial<Timing>) => onDraft({ timing: { ...timing, ...changes } })
  return (
    <Section title="Wann">
      <div className="stacked">
        <RowChoice
          legend="Rhythmus"
          name="rhythm"
          choices={KINDS}
          chosen={timing.kind}
          onChosen={(kind) => change(withKind(timing, kind))}
        />
        <DueDays timing={timing} problems={problems} onTiming={change} />
        <div className="field-row">
          <InputField label="Uhrzeit" problem={problemAt(problems, 'timing.time')}>
            {(ties) => (
              <input
                {...ties}
                type="time"
                className="choice tabular"
                value={timing.time}
                onChange={({ target }) => change({ time: target.value })}
              />
            )}
          </InputField>
          <ChoiceInput
            label="Auf der Uhr von"
            choices={zoneChoices(draft.zone)}
            value={draft.zone}
            problem={problemAt(problems, 'zone')}
            onValue={(zone) => onDraft({ zone })}
          />
        </div>
      </div>
    </Section>
  )
}

interface DueDaysProps {
  timing: Timing
  problems: PartProps['problems']
  onTiming: (changes: Partial<Timing>) => void
}

/** The days and months of the chosen rhythm. */
function DueDays({ timing, problems, onTiming }: DueDaysProps) {
  return (
    <>
      {timing.kind === 'weekly' && (
        <Weekdays
          chosen={timing.weekdays}
          problem={problemAt(problems, 'timing.weekdays')}
          onChosen={(weekdays) => onTiming({ weekdays })}
        />
      )}
      {(timing.kind === 'quarterly' || timing.kind === 'yearly') && (
        <MonthChoice
          kind={timing.kind}
          chosen={timing.month ?? 1}
          problem={problemAt(problems, 'timing.month')}
          onChosen={(month) => onTiming({ month })}
        />
      )}
      {isByMonthDay(timing.kind) && (
        <MonthDays
          chosen={timing.month_day ?? 1}
          months={dueMonths(timing)}
          problem={problemAt(problems, 'timing.month_day')}
          onChosen={(month_day) => onTiming({ month_day })}
        />
      )}
    </>
  )
}

interface MonthChoiceProps {
  kind: 'quarterly' | 'yearly'
  chosen: number
  problem: string | undefined
  onChosen: (month: number) => void
}

/** The month of the year, or its place within each quarter. */
function MonthChoice({ kind, chosen, problem, onChosen }: MonthChoiceProps) {
  return (
    <ChoiceInput
      label={kind === 'yearly' ? 'In welchem Monat' : 'In welchem Monat des Quartals'}
      choices={monthChoices(kind)}
      value={String(chosen)}
      problem={problem}
      onValue={(month) => onChosen(Number(month))}
    />
  )
}

const ORDINALS = ['Erster', 'Zweiter', 'Dritter']

/** „Erster: Januar, April, Juli, Oktober“. */
function monthChoices(kind: 'quarterly' | 'yearly'): [string, string][] {
  if (kind === 'yearly') return MONTHS.map((name, index) => [String(index + 1), name])
  return ORDINALS.map((ordinal, index) => {
    const names = MONTHS.filter((_, place) => place % 3 === index)
    return [String(index + 1), `${ordinal}: ${names.join(', ')}`]
  })
}

const withKind = (
  { weekdays, month_day, month }: Timing,
  kind: Timing['kind'],
): Partial<Timing> => ({
  kind,
  weekdays: kind === 'weekly' && weekdays.length === 0 ? [1] : weekdays,
  month_day: isByMonthDay(kind) ? (month_day ?? 1) : month_day,
  month: kind === 'quarterly' ? (((month ?? 1) - 1) % 3) + 1 : month,
})

interface WeekdaysProps {
  chosen: readonly number[]
  problem: string | undefined
  onChosen: (days: number[]) => void
}

/** The week as seven cells. */
function Weekdays({ chosen, problem, onChosen }: WeekdaysProps) {
  const toggle = (day: number) =>
    onChosen(
      chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort(byNumber),
    )
  return (
    <fieldset className="day-choice" aria-describedby={problem ? 'weekdays-error' : undefined}>
      <legend>An welchen Tagen</legend>
      {WEEKDAYS.map((name, index) => (
        <label key={name} className="cell-choice">
          <input
            type="checkbox"
            checked={chosen.includes(index + 1)}
            aria-label={name}
            onChange={() => toggle(index + 1)}
          />
          <span aria-hidden="true">{name.slice(0, 2)}</span>
        </label>
      ))}
      {problem && (
        <p id="weekdays-error" role="alert" className="field-error">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

const byNumber = (one: number, other: number): number => one - other
const LAST_DAY = 31
const FIRST_WORKING_DAY = 0

interface MonthDaysProps {
  chosen: number
  /** The months it is due in. */
  months: readonly number[]
  problem: string | undefined
  onChosen: (day: number) => void
}

/** The month as a field of cells; its last one is the last day, whichever that is. */
function MonthDays({ chosen, months, problem, onChosen }: MonthDaysProps) {
  return (
    <>
      <fieldset className="day-choice month">
        <legend>An welchem Tag</legend>
        <label className="cell-choice first-working-day">
          <input
            type="radio"
            name="month-day"
            checked={chosen === FIRST_WORKING_DAY}
            onChange={() => onChosen(FIRST_WORKING_DAY)}
          />
          <span>Erster Werktag</span>
        </label>
        {Array.from({ length: LAST_DAY }, (_, index) => index + 1).map((day) => (
          <label key={day} className="cell-choice" data-last={day === LAST_DAY || undefined}>
            <input
              type="radio"
              name="month-day"
              checked={chosen === day}
              onChange={() => onChosen(day)}
            />
            <span>{day === LAST_DAY ? 'Letzter' : day}</span>
          </label>
        ))}
      </fieldset>
      {chosen === FIRST_WORKING_DAY && (
        <p className="typed-word">
          Der erste Tag von Montag bis Freitag, der in Bayern kein Feiertag ist.
        </p>
      )}
      {(chosen === 29 || chosen === 30) && months.includes(2) && (
        <p className="typed-word">In Monaten ohne diesen Tag am letzten.</p>
      )}
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
    </>
  )
}

const ZONES: readonly (readonly [zone: string, words: string])[] = [
  ['Europe/Berlin', 'Berlin'],
  ['Europe/Vienna', 'Wien'],
  ['Europe/Zurich', 'Zürich'],
  ['Europe/London', 'London'],
  ['Europe/Athens', 'Athen'],
  ['UTC', 'UTC, ohne Zeitumstellung'],
]

/** The clocks to choose among; one that is in use already is always there. */
const zoneChoices = (used: string): readonly (readonly [string, string])[] =>
  ZONES.some(([zone]) => zone === used) ? ZONES : [...ZONES, [used, zoneName(used)]]

interface ChoiceInputProps {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  choices: readonly (readonly [value: string, words: string])[]
  value: string
  onValue: (value: string) => void
}

/** One of a few, among the fields of a schedule. */
function ChoiceInput({ choices, value, onValue, ...field }: ChoiceInputProps) {
  return (
    <InputField {...field}>
      {(ties) => (
        <select
          {...ties}
          className="choice"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        >
          {choices.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </InputField>
  )
}
