import type { Schemas } from '@/api/operations'
import { counted, formatMoment, formatNumber } from '@/lib/format'
import type { Shape } from '@/lib/states'

/** Periodic work of the product. */
export type Job = Schemas['JobOut']
export type JobList = Schemas['JobsOut']
/** One run of a job as the history answers it. */
export type JobRun = Schemas['JobRunOut']
export type Health = Job['health']

export const HEALTH: Record<Health, { label: string; shape: Shape }> = {
  ok: { label: 'Läuft nach Plan', shape: 'done' },
  running: { label: 'Läuft gerade', shape: 'half' },
  paused: { label: 'Angehalten', shape: 'paused' },
  missed: { label: 'Ausgeblieben', shape: 'missed' },
  failed: { label: 'Fehlgeschlagen', shape: 'failed' },
  never: { label: 'Noch nicht gelaufen', shape: 'outline' },
}

const GROUPS = [
  { kind: 'slotted', title: 'Nach Plan' },
  { kind: 'continuous', title: 'Ohne Pause' },
  { kind: 'report', title: 'Berichte, die ankommen' },
] as const

/** The jobs under their headings; headings without any are left out. */
export const grouped = (jobs: readonly Job[]) =>
  GROUPS.map(({ kind, title }) => ({
    title,
    jobs: jobs.filter((job) => job.kind === kind),
  })).filter((group) => group.jobs.length > 0)

/** Those that an administrator has to look at: what never came first, since nobody else will tell. */
export const alarming = (jobs: readonly Job[]): Job[] => [
  ...jobs.filter(({ health }) => health === 'missed'),
  ...jobs.filter(({ health }) => health === 'failed'),
]

export const jobPath = (name: string): string => `/jobs/${encodeURIComponent(name)}`

const SCHEDULE = 'report-schedule:'

/** The page of the schedule behind a job, if it is one of a report that arrives. */
export const schedulePath = (name: string): string | null =>
  name.startsWith(SCHEDULE) ? `/reports/schedules/${name.slice(SCHEDULE.length)}` : null

export const isUnderWay = ({ state }: JobRun): boolean => state === 'queued' || state === 'running'

/** Milliseconds for reading: „0,34 s“, „4,2 s“, „12 s“, „3 min 20 s“, „1 h 5 min“. */
export function durationWords(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 0.01) return 'unter 0,01\u00a0s'
  if (seconds < 1) return `${formatNumber(Math.round(seconds * 100) / 100)}\u00a0s`
  if (seconds < 10) return `${formatNumber(Math.round(seconds * 10) / 10)}\u00a0s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}\u00a0s`
  if (whole < 3600) return both(Math.floor(whole / 60), 'min', whole % 60, 's')
  return both(Math.floor(whole / 3600), 'h', Math.round((whole % 3600) / 60), 'min')
}

const both = (count: number, unit: string, rest: number, smaller: string): string =>
  rest === 0 ? `${count}\u00a0${unit}` : `${count}\u00a0${unit} ${rest}\u00a0${smaller}`

/** How long ago: „vor 4 Sekunden“, „vor 3 Minuten“, later the moment itself. */
export function agoWords(at: string, now: Date = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000))
  if (seconds < 2) return 'gerade eben'
  if (seconds < 60) return `vor ${seconds} Sekunden`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'vor einer Minute' : `vor ${minutes} Minuten`
  return `am ${formatMoment(at)}`
}

/** Why a run was, where it was not simply its turn: taken up late, or asked for by a member of staff. */
export function triggerWords({ trigger, asked_by_name, missed, waited_for }: JobRun): string {
  if (trigger === 'manual') return asked_by_name ? `von Hand, ${asked_by_name}` : 'von Hand'
  if (trigger === 'schedule') return ''
  const why = waited_for === null ? '' : ', weil der Lauf davor noch nicht zu Ende war'
  if (missed === 0) return `nachgeholt${why}`
  return missed === 1
    ? `nachgeholt, ein Termin davor fiel aus${why}`
    : `nachgeholt, ${formatNumber(missed)} Termine davor fielen aus${why}`
}

/** „Ein Ablauf braucht Sie“. */
export const alarmTitle = (count: number): string =>
  counted(count, 'Ein Ablauf braucht Sie', 'Abläufe brauchen Sie')
