import type { Schemas } from '@/api/operations'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { formatNumber } from '@/lib/format'

export type PathsReport = Schemas['PathsReport']
export type PathRow = Schemas['PathsPathsRow']
export type DurationRow = Schemas['PathsDurationsRow']

/** How a visitor came to a station: each has a sign of its own. */
export type StationKind = 'campaign' | 'referral' | 'site' | 'direct' | 'more'

export interface Station {
  kind: StationKind
  /** In bold. */
  name: string
  /** Below it: what else names the origin. */
  more: string
}

/** Between the stations of a path, as the server writes it. */
const ARROW = ' → '
const TAGS = ' / '
/** Longer paths show their beginning and their end. */
const MOST_STATIONS = 6
const FIRST = 3
const LAST = 2

export const KIND_NAMES: Readonly<Record<Exclude<StationKind, 'more'>, string>> = {
  campaign: 'Kampagne',
  referral: 'Empfehlung',
  site: 'Andere Seite',
  direct: 'Direkt',
}

/** Before the kinds of stations of several paths that few took. */
const RARE = 'seltene Wege: '
const KINDS: Readonly<Record<string, StationKind>> = {
  Kampagne: 'campaign',
  Empfehlung: 'referral',
  'andere Seite': 'site',
  direkt: 'direct',
}

/** „google / cpc / solar → Empfehlung“ as stations one after the other; of rare paths their kinds. */
export function stationsOf(path: string): Station[] {
  const all = path.startsWith(RARE)
    ? path.slice(RARE.length).split(ARROW).map(kindOfStation)
    : path.split(ARROW).map(stationOf)
  if (all.length <= MOST_STATIONS) return all
  const left = all.length - FIRST - LAST
  const between: Station = { kind: 'more', name: `${left} weitere`, more: '' }
  return [...all.slice(0, FIRST), between, ...all.slice(-LAST)]
}

const kindOfStation = (text: string): Station => {
  const kind = KINDS[text] ?? 'campaign'
  return { kind, name: kind === 'more' ? text : KIND_NAMES[kind], more: 'verschiedene' }
}

function stationOf(text: string): Station {
  if (text.startsWith('seltene Wege mit ')) return { kind: 'more', name: text, more: '' }
  if (text === 'direkt') return { kind: 'direct', name: 'Direkt', more: '' }
  if (text === 'Empfehlung') return { kind: 'referral', name: text, more: '' }
  const tags = text.split(TAGS)
  if (tags.length > 1) {
    const name = tags.at(-1) ?? text
    return { kind: 'campaign', name, more: tags.slice(0, -1).join(TAGS) }
  }
  return { kind: text.includes('.') ? 'site' : 'campaign', name: text, more: '' }
}

/** The way of a row's reservations; `null` where several paths stand together. */
export const wayOf = ({ path, paths }: PathRow): { path: string } | null =>
  paths === 1 && !path.startsWith('seltene Wege') ? { path } : null

/** Of fewer reservations a share says less than the numbers. */
const LEAST = 10

/** „15 Verträge, 50 %“, of few „4 von 5 mit Vertrag“. */
export function contractWords({ contracted, contracted_share, reservations }: PathRow): string {
  if (contracted === 0) return 'noch kein Vertrag'
  if (reservations < LEAST) return `${contracted} von ${reservations} mit Vertrag`
  const count = contracted === 1 ? 'ein Vertrag' : `${formatNumber(contracted)} Verträge`
  return contracted_share === null
    ? count
    : `${count}, ${formatCell('share_ppm', contracted_share)}`
}

/** A place on the way that so much of all has reached. */
export interface Quartile {
  share: number
  days: number
}

/** After how many days a quarter, half and three quarters had reserved, of those that may be remembered. */
export function quartilesOf(rows: readonly DurationRow[]): Quartile[] {
  return [250_000, 500_000, 750_000].flatMap((share) => {
    const row = rows.find(({ share_so_far }) => (share_so_far ?? 0) >= share)
    return row && row.days !== null ? [{ share, days: row.days }] : []
  })
}

const PARTS = new Map([
  [250_000, 'ein Viertel'],
  [500_000, 'die Hälfte'],
  [750_000, 'drei Viertel'],
])

/** „ein Viertel und die Hälfte am selben Tag, drei Viertel nach 4 Tagen“. */
export function quartileWords(quartiles: readonly Quartile[]): string {
  const byDays = new Map<number, string[]>()
  for (const { share, days } of quartiles)
    byDays.set(days, [...(byDays.get(days) ?? []), PARTS.get(share) ?? ''])
  // Once "half" is told, a quarter that is no slower says nothing more.
  return [...byDays].map(([days, parts]) => `${parts.at(-1)} ${dayWords(days)}`).join(', ')
}

/** What the picture of days shows: how long it took is known of those alone that may be remembered. */
export function rememberedWords(
  rows: readonly DurationRow[],
  quartiles: readonly Quartile[],
): string {
  const sum = (some: readonly DurationRow[]) =>
    some.reduce((all, { remembered }) => all + remembered, 0)
  const known = sum(rows.filter(({ days }) => days !== null))
  const without = sum(rows) - known
  const words = `Gezeigt sind die ${formatNumber(known)}, deren Herkunft wir uns merken durften: ${quartileWords(quartiles)}`
  return without > 0
    ? `${words}. Bei ${formatNumber(without)} weiteren gab es im Rückblick keinen Kontakt.`
    : `${words}.`
}

const dayWords = (days: number): string =>
  days === 0 ? 'am selben Tag' : days === 1 ? 'nach einem Tag' : `nach ${formatNumber(days)} Tagen`
