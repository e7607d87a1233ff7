import type { Schemas } from '@/api/operations'
import { formatNumber, formatTime } from '@/lib/format'
import type { Shape } from '@/lib/states'

export type Operation = Schemas['InstallationOut']
export type OperationCheck = Schemas['InstallationCheckOut']
export type Level = OperationCheck['level']
export type Hour = Schemas['InstallationHourOut']

export const LEVELS: Record<Level, { label: string; shape: Shape }> = {
  fault: { label: 'Fehler', shape: 'failed' },
  hint: { label: 'Hinweis', shape: 'sunOutline' },
  unknown: { label: 'Nicht geprüft', shape: 'outline' },
  ok: { label: 'In Ordnung', shape: 'done' },
}

const WORST_FIRST: readonly Level[] = ['fault', 'hint', 'unknown', 'ok']

const count = (checks: readonly OperationCheck[], level: Level): number =>
  checks.filter((check) => check.level === level).length

/** The whole of it in one sentence. */
export function summaryOf(checks: readonly OperationCheck[]): string {
  const faults = count(checks, 'fault')
  const hints = count(checks, 'hint')
  if (faults === 0 && hints === 0) return 'Alles läuft, wie es soll.'
  const parts = [
    faults > 0 && (faults === 1 ? 'Ein Fehler' : `${formatNumber(faults)} Fehler`),
    hints > 0 && (hints === 1 ? 'ein Hinweis' : `${formatNumber(hints)} Hinweise`),
  ].filter((part) => part !== false)
  const words = parts.join(' und ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** What the sentence above means for the work. */
export function meaningOf(level: Operation['level']): string {
  if (level === 'fault') return 'Etwas arbeitet nicht oder wird bald nicht mehr arbeiten.'
  if (level === 'hint')
    return 'Alles arbeitet. Was unten steht, verdient bei Gelegenheit einen Blick.'
  return 'Zu tun ist nichts.'
}

export interface CheckGroup {
  title: string
  level: Level
  checks: OperationCheck[]
}

/** The checks under their headings, the group with the worst of them first. */
export function grouped(checks: readonly OperationCheck[]): CheckGroup[] {
  const titles = [...new Set(checks.map(({ group_title }) => group_title))]
  const groups = titles.map((title) => {
    const own = checks.filter(({ group_title }) => group_title === title)
    return { title, level: own[0]?.level ?? 'ok', checks: own }
  })
  const rank = ({ level }: CheckGroup) => WORST_FIRST.indexOf(level)
  return groups.sort((one, other) => rank(one) - rank(other))
}

/** Text with parts to type between backticks: plain and typed parts in turn. */
export const parts = (text: string): string[] => text.split('`')

/** The strip of hours in words: „412 Läufe, 3 davon gescheitert, zuletzt nach 14:00 Uhr“. */
export function hoursInWords(hours: readonly Hour[]): string {
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const all = hours.reduce((sum, hour) => sum + hour.done, failed)
  if (all === 0) return 'Noch kein Lauf zu Ende gegangen.'
  const runs = all === 1 ? 'Ein Lauf' : `${formatNumber(all)} Läufe`
  if (failed === 0) return `${runs}, keiner gescheitert.`
  const last = hours.findLast((hour) => hour.failed > 0)
  const when = last ? `, zuletzt nach ${formatTime(last.begins_at)} Uhr` : ''
  return `${runs}, ${formatNumber(failed)} davon gescheitert${when}.`
}
