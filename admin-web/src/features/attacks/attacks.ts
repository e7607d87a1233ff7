import type { Schemas } from '@/api/operations'
import { formatDay, formatNumber, formatTime } from '@/lib/format'

export type Attacks = Schemas['AttacksOut']
export type AttackBlock = Schemas['AttackBlockOut']
export type AttackLine = Schemas['AttackLineOut']
export type AttackBucket = Schemas['AttackBucketOut']
export type By = 'hours' | 'days'

/** What the drawing shows, in its order; overload stands in its block alone. */
export const ROWS: readonly (readonly [Exclude<keyof AttackBucket, 'begins_at'>, string])[] = [
  ['sign_ins', 'Gescheiterte Anmeldungen'],
  ['refusals', 'Zu viele Aufrufe'],
  ['foreign', 'Fremde und übergroße Aufrufe'],
  ['violations', 'Verstöße gegen die Regeln der Seiten'],
  ['reserve', 'Aufrufe für einen Platz'],
]

/** The whole of it in one sentence. */
export function summaryOf({ data }: Attacks): string {
  const raised = data.filter((block) => block.is_raised).map((block) => block.title)
  if (raised.length === 0) return 'Es ist ruhig.'
  return `Es häuft sich: ${raised.join(', ')}.`
}

/** What the sentence above means for the work. */
export function meaningOf(page: Attacks): string {
  if (page.is_raised)
    return 'Abgewiesen ist alles, was hier steht. Unten lesen Sie, was dahintersteckt und was hilft.'
  if (parted(page.data)[0].length === 0)
    return 'Zu tun ist nichts: Seit gestern wurde nichts abgewiesen.'
  return 'Zu tun ist nichts. Was unten steht, ist abgewiesen worden und in dieser Menge üblich.'
}

/** Blocks with something to read, those that are told first; and those without. */
export function parted(blocks: readonly AttackBlock[]): [AttackBlock[], AttackBlock[]] {
  const busy = blocks.filter(({ last_day, lines }) => last_day > 0 || lines.length > 0)
  const quiet = blocks.filter((block) => !busy.includes(block))
  return [busy.sort((one, other) => Number(other.is_raised) - Number(one.is_raised)), quiet]
}

/** „14:00 Uhr“ or „24.11.“: when a column begins. */
export const beginOf = (bucket: AttackBucket, by: By): string =>
  by === 'hours' ? `${formatTime(bucket.begins_at)} Uhr` : formatDay(bucket.begins_at).slice(0, 6)

/** Whether a column carries its begin below it: every sixth hour of the day, each seventh day back from today. */
export function isMarked(bucket: AttackBucket, index: number, count: number, by: By): boolean {
  if (by === 'days') return (count - 1 - index) % 7 === 0
  return Number(formatTime(bucket.begins_at).slice(0, 2)) % 6 === 0
}

/** „aus 3 Netzen“; nothing where they are not counted. */
export function networksOf({ networks, has_more_networks }: AttackLine): string {
  if (networks === null) return ''
  if (has_more_networks) return `aus mehr als ${formatNumber(networks)} Netzen`
  return networks === 1 ? 'aus einem Netz' : `aus ${formatNumber(networks)} Netzen`
}

/** What the drawing shows, for those who do not see it. */
export function drawingWords(buckets: readonly AttackBucket[], by: By): string {
  const sums = ROWS.map(([name, label]) => {
    const sum = buckets.reduce((total, bucket) => total + bucket[name], 0)
    return `${label}: ${formatNumber(sum)}`
  })
  return `${by === 'hours' ? 'Die letzten 24 Stunden' : 'Die letzten 30 Tage'}. ${sums.join('; ')}.`
}
