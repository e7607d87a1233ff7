import type { Schemas } from '@/api/operations'
import { counted, formatNumber, formatTime } from '@/lib/format'
import type { Shape } from '@/lib/states'

export type State = Schemas['StateOut']
export type Check = Schemas['StateCheckOut']
export type Step = Check['steps'][number]
export type Rule = Check['rules'][number]
export type Level = Check['level']
export type Hour = Schemas['StateHourOut']

/** What a change on this page makes the console read again. */
export const RENEWED = ['state', 'today', 'alerts'] as const

export const LEVELS: Record<Level, { label: string; shape: Shape }> = {
  fault: { label: 'Fehler', shape: 'failed' },
  hint: { label: 'Hinweis', shape: 'sunOutline' },
  unknown: { label: 'Nicht geprüft', shape: 'outline' },
  ok: { label: 'In Ordnung', shape: 'done' },
}

const WORST_FIRST: readonly Level[] = ['fault', 'hint', 'unknown', 'ok']

const count = (checks: readonly Check[], level: Level): number =>
  checks.filter((check) => check.level === level).length

/** The whole of it in one sentence. */
export function summaryOf(checks: readonly Check[]): string {
  const faults = count(checks, 'fault')
  const hints = count(checks, 'hint')
  if (faults === 0 && hints === 0) return 'Alles läuft, wie es soll.'
  const parts = [
    faults > 0 && counted(faults, 'Ein Fehler', 'Fehler'),
    hints > 0 && counted(hints, 'ein Hinweis', 'Hinweise'),
  ].filter((part) => part !== false)
  const words = parts.join(' und ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What the sentence above means for the work. */
export function meaningOf(level: Level): string {
  if (level === 'fault') return 'Etwas arbeitet nicht oder wird bald nicht mehr arbeiten.'
  if (level === 'hint')
    return 'Alles arbeitet. Was unten steht, verdient bei Gelegenheit einen Blick.'
  return 'Zu tun ist nichts.'
}

const isInOrder = ({ level }: Check): boolean => level === 'ok'

export const inOrder = (checks: readonly Check[]): Check[] => checks.filter(isInOrder)

/** What is not in order, the worst first; equal ones as the server has them. */
export const notInOrder = (checks: readonly Check[]): Check[] =>
  checks
    .filter((check) => !isInOrder(check))
    .sort((one, other) => WORST_FIRST.indexOf(one.level) - WORST_FIRST.indexOf(other.level))

/** Checks under their headings, in the order of the server. */
export function byGroup(checks: readonly Check[]): { title: string; checks: Check[] }[] {
  const titles = [...new Set(checks.map(({ group_title }) => group_title))]
  return titles.map((title) => ({
    title,
    checks: checks.filter(({ group_title }) => group_title === title),
  }))
}

/** The heading of what is in order. */
export const countInWords = (checks: readonly Check[]): string =>
  counted(checks.length, 'Eine Prüfung in Ordnung', 'Prüfungen in Ordnung')

/** Text with parts to type between backticks: plain and typed parts in turn. */
export const parts = (text: string): string[] => text.split('`')

/** The strip of hours in words: „412 Läufe, 3 davon gescheitert, zuletzt nach 14:00 Uhr“. */
export function hoursInWords(hours: readonly Hour[]): string {
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const all = hours.reduce((sum, hour) => sum + hour.done, failed)
  if (all === 0) return 'Noch kein Lauf zu Ende gegangen.'
  const runs = counted(all, 'Ein Lauf', 'Läufe')
  if (failed === 0) return `${runs}, keiner gescheitert.`
  const last = hours.findLast((hour) => hour.failed > 0)
  const when = last ? `, zuletzt nach ${formatTime(last.begins_at)} Uhr` : ''
  return `${runs}, ${formatNumber(failed)} davon gescheitert${when}.`
}

/** How long a step took: „0,2 s“, below a tenth „unter 0,1 s“. */
export function tookWords(milliseconds: number | null): string | null {
  if (milliseconds === null) return null
  if (milliseconds < 100) return 'unter 0,1 s'
  const tenths = Math.round(milliseconds / 100)
  return `${Math.floor(tenths / 10)},${tenths % 10} s`
}

const PATHS: Partial<Record<Rule['kind'], (id: string) => string>> = {
  reservation: (id) => `/reservations/${id}/show`,
  park: (id) => `/parks/${id}/show`,
  mail: (id) => `/mails/${id}/show`,
}

const KINDS: Record<Rule['kind'], string> = {
  reservation: 'Reservierung',
  spot: 'Platz',
  park: 'Park',
  offer: 'Angebot',
  entry: 'Eintrag der Warteliste',
  text: 'Text',
  mail: 'Mail',
  answer: 'Antwort',
  booking: 'Buchung',
  log_entry: 'Eintrag im Protokoll',
}

/** One of the rows that break a rule: words, and its page where it has one. */
export function exampleOf(
  { kind }: Pick<Rule, 'kind'>,
  id: string,
): { words: string; path: string | null } {
  const [park, number] = id.split(':')
  const words = kind === 'spot' ? `Platz ${number} (${park})` : `${KINDS[kind]} ${id}`
  return { words, path: PATHS[kind]?.(id) ?? null }
}
