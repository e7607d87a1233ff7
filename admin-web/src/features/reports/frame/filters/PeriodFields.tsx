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
  period: Period
  problems: Readonly<Record<string, string>>
  onPeriod: (period: Period) => void
}

const OWN = 'own'

const GROUPS = [
  ['Bis heute', { ...UNTIL_TODAY, ...RUNNING }],
  ['Ganz vorbei', FINISHED],
] as const

/** One of the usual periods, or two days. A day counts once it is chosen or typed to its end. */
export function PeriodFields({ period, problems, onPeriod }: PeriodFieldsProps) {
  const today = berlinDay()
  const preset = presetOf(period, today)
  const [isOwn, setOwn] = useState(preset === null)
  const shown = preset === null || isOwn ? OWN : preset

  function choose(name: string) {
    setOwn(name === OWN)
    if (name !== OWN) onPeriod(periodOf(name as Preset, today))
  }

  return (
    <>
      <div className="filter">
        <label htmlFor="report-period">Zeitraum</label>
        <select
          id="report-period"
          className="choice"
          value={shown}
          onChange={(event) => choose(event.target.value)}
        >
          {GROUPS.map(([group, presets]) => (
            <optgroup key={group} label={group}>
              {Object.entries(presets).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={OWN}>Eigener Zeitraum</option>
        </select>
      </div>
      {shown === OWN ? (
        <BothDays {...{ period, problems, onPeriod }} />
      ) : (
        <p className="period-words muted tabular">{periodWords(period)}</p>
      )}
    </>
  )
}

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
