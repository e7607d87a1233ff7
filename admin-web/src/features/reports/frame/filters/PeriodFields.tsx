import { useState } from 'react'
import { berlinDay } from '@/lib/reservationWords'
import {
  FINISHED,
  type Period,
  type Preset,
  periodOf,
  periodWords,
  presetOf,
  RUNNING,
  UNTIL_TODAY,
} from '../parameters/periods'

interface PeriodFieldsProps {
  label?: string
  /** What it is called where there is no period; only with it may there be none. */
  without?: string
  period: Period | null
  problems: Readonly<Record<string, string>>
  onPeriod: (period: Period | null) => void
}

const OWN = 'own'

const GROUPS = [
  ['Bis heute', { ...UNTIL_TODAY, ...RUNNING }],
  ['Ganz vorbei', FINISHED],
] as const

const ALL = 'all'

/** One of the usual periods, or two days. A day counts once it is chosen or typed to its end. */
export function PeriodFields({
  label = 'Zeitraum',
  without,
  period,
  problems,
  onPeriod,
}: PeriodFieldsProps) {
  const today = berlinDay()
  const preset = period && presetOf(period, today)
  const [isOwn, setOwn] = useState(period !== null && preset === null)
  const shown = isOwn || (period && !preset) ? OWN : (preset ?? ALL)

  function choose(name: string) {
    setOwn(name === OWN)
    if (name === ALL) onPeriod(null)
    else if (name !== OWN) onPeriod(periodOf(name as Preset, today))
    else if (!period) onPeriod(periodOf('last_month', today))
  }

  return (
    <>
      <div className="filter">
        <label htmlFor="report-period">{label}</label>
        <select
          id="report-period"
          className="choice"
          value={shown}
          onChange={(event) => choose(event.target.value)}
        >
          {without && <option value={ALL}>{without}</option>}
          <PresetOptions />
          <option value={OWN}>Eigener Zeitraum</option>
        </select>
      </div>
      {period && shown === OWN && <BothDays {...{ period, problems, onPeriod }} />}
      {period && shown !== OWN && (
        <p className="period-words muted tabular">{periodWords(period)}</p>
      )}
    </>
  )
}

const PresetOptions = () =>
  GROUPS.map(([group, presets]) => (
    <optgroup key={group} label={group}>
      {Object.entries(presets).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </optgroup>
  ))

interface BothDaysProps {
  period: Period
  problems: Readonly<Record<string, string>>
  onPeriod: (period: Period) => void
  /** Whether it is the period of comparison. */
  isCompared?: boolean
}

/** The two ends of a period, chosen freely. */
export function BothDays({ period, problems, onPeriod, isCompared = false }: BothDaysProps) {
  return (['from', 'to'] as const).map((end) => {
    const name = isCompared ? `compare_${end}` : end
    const label = end === 'from' ? 'von' : 'bis'
    return (
      <DayField
        key={end}
        name={name}
        label={isCompared ? `verglichen ${label}` : label}
        value={period[end]}
        problem={problems[name]}
        onDay={(day) => onPeriod({ ...period, [end]: day })}
      />
    )
  })
}

interface DayFieldProps {
  name: string
  label: string
  value: string
  problem: string | undefined
  onDay: (day: string) => void
}

/** Years are typed digit by digit: a day before 1900 is one on its way. */
const isWhole = (day: string): boolean => day >= '1900'

function DayField({ name, label, value, problem, onDay }: DayFieldProps) {
  const id = `report-${name}`
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="choice"
        value={typed}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          if (isWhole(event.target.value)) onDay(event.target.value)
        }}
      />
      {problem && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {problem}
        </p>
      )}
    </div>
  )
}
