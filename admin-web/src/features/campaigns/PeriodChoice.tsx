import { daysBefore } from '@/lib/days'
import { berlinDay } from '@/lib/reservationWords'
import type { Campaign } from './campaign'
import { type Period, startPeriod } from './usePeriod'

interface PeriodChoiceProps {
  campaign: Pick<Campaign, 'starts_on' | 'ends_on'>
  period: Period
  onPeriod: (period: Period) => void
}

/** The period looked at: one of the usual ones, or two days. */
export function PeriodChoice({ campaign, period, onPeriod }: PeriodChoiceProps) {
  const today = berlinDay()
  const choices: [string, Period][] = [
    ['30 Tage', { from: daysBefore(today, 29), to: today }],
    ['90 Tage', { from: daysBefore(today, 89), to: today }],
    ['1 Jahr', { from: daysBefore(today, 364), to: today }],
  ]
  if (campaign.starts_on && campaign.starts_on <= today)
    choices.unshift(['Laufzeit', startPeriod(campaign, today)])
  const set = (name: keyof Period, day: string) => {
    if (!day) return
    const next = { ...period, [name]: day }
    onPeriod(next.from <= next.to ? next : { from: day, to: day })
  }
  return (
    <fieldset className="period-choice">
      <legend className="visually-hidden">Zeitraum</legend>
      {choices.map(([label, choice]) => (
        <button
          key={label}
          type="button"
          aria-pressed={choice.from === period.from && choice.to === period.to}
          onClick={() => onPeriod(choice)}
        >
          {label}
        </button>
      ))}
      <Day label="von" value={period.from} onDay={(day) => set('from', day)} />
      <Day label="bis" value={period.to} onDay={(day) => set('to', day)} />
    </fieldset>
  )
}

function Day(props: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <label>
      {props.label}{' '}
      <input
        type="date"
        className="choice"
        value={props.value}
        onChange={(event) => props.onDay(event.target.value)}
      />
    </label>
  )
}
