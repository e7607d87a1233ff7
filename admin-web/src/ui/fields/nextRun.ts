import type { Schemas } from '@/api/operations'

/**
 * A moment at which something is due, as the server computes it: day and time on the clock of the
 * rule's zone, and what a change of the clock does to it.
 */
export type NextRun = Schemas['SlotOut']

/** What the clock does on the day of a run, for beside its day and time; empty where it does nothing. */
export function clockChangeWords({ note, local_time }: NextRun): string {
  const time = local_time.replace(/^0/, '')
  switch (note) {
    case 'first_of_two':
      return `Uhr wird zurückgestellt, um ${time} beim ersten Mal`
    case 'moved':
      return `Uhr wird vorgestellt, die gewohnte Zeit fehlt; es wird ${time}`
    case 'forward':
      return 'Bis dahin wird die Uhr vorgestellt, der Abstand zum vorigen Mal ist kürzer'
    case 'back':
      return 'Bis dahin wird die Uhr zurückgestellt, der Abstand zum vorigen Mal ist länger'
    default:
      return ''
  }
}

export interface DayOfRuns {
  day: string
  runs: { run: NextRun; time: string }[]
}

/** The runs under their days, in order; with seconds where minutes alone would repeat. */
export function runsByDay(runs: readonly NextRun[]): DayOfRuns[] {
  const hasSeconds = runs.some(({ at }) => secondsOf(at) !== '00')
  const days: DayOfRuns[] = []
  for (const run of runs) {
    const time = hasSeconds ? `${run.local_time}:${secondsOf(run.at)}` : run.local_time
    const last = days.at(-1)
    if (last?.day === run.day) last.runs.push({ run, time })
    else days.push({ day: run.day, runs: [{ run, time }] })
  }
  return days
}

/** The seconds of a moment, which are the same in every zone. */
const secondsOf = (at: string): string => new Date(at).toISOString().slice(17, 19)

const NAMED = ['heute', 'morgen']

/** „heute“, „morgen“, „Sonntag, 25. Oktober“; with the year when it is another. */
export function dayOfRun(day: string, zone: string, now: Date = new Date()): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
  const distance = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  const name = NAMED[distance]
  if (name) return name
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat('de-DE', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(new Date(day))
}

/** Whether their times are those of a zone's clock. */
export const isOnClockOf = (zone: string, runs: readonly NextRun[]): boolean =>
  runs.every(({ at, local_time }) => clockIn(zone, at) === local_time)

const clockIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

/** The first of them at a glance: „morgen, 03:40“. */
export function firstRunWords(runs: readonly NextRun[], zone: string, now = new Date()): string {
  const [first] = runsByDay(runs.slice(0, 1))
  const time = first?.runs[0]?.time
  return first && time ? `${dayOfRun(first.day, zone, now)}, ${time}` : ''
}
