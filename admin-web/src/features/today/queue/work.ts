import type { Schemas } from '@/api/operations'
import { dayWithWeekday } from '@/lib/days'
import { formatTime } from '@/lib/format'
import { berlinDay } from '@/lib/reservationWords'
import type { IconName } from '@/ui/page/Icon'
import type { SpotState } from '@/ui/park/spotStates'

export type Work = Schemas['WorkOut']
export type Line = Schemas['WorkLineOut']
export type Whose = 'mine' | 'team' | 'free' | 'snoozed' | 'escalated'
export type Band = Schemas['BandOut'] & { lines: Line[]; isFolded: boolean; canFold: boolean }

export const TABS: readonly { whose: Whose; label: string; isForAdmins?: boolean }[] = [
  { whose: 'mine', label: 'Meine' },
  { whose: 'team', label: 'Team' },
  { whose: 'free', label: 'Frei' },
  { whose: 'snoozed', label: 'Zurückgestellt' },
  { whose: 'escalated', label: 'Gemeldet', isForAdmins: true },
]

export const BANDS: Record<Band['name'], string> = {
  legal: 'Gesetzliche Frist',
  waiting: 'Jemand wartet',
  today: 'Heute',
  backlog: 'Rückstand',
  later: 'Noch nicht fällig',
}

export const isWhose = (name: string | null): name is Whose =>
  TABS.some(({ whose }) => whose === name)

/** A line keeps its name however it moves. */
export const keyOf = ({ kind, subject_id }: Pick<Line, 'kind' | 'subject_id'>): string =>
  `${kind}:${subject_id}`

/** What a change of a line is made over. */
export const placeOf = ({ kind, subject_id, version }: Line) => ({ kind, subject_id, version })

/**
 * The bands that have lines on this page. What has been left over is folded until it is opened, but not where a page
 * begins with it, or there would be nothing to see.
 */
export function banded({ data, bands }: Pick<Work, 'data' | 'bands'>, isOpened: boolean): Band[] {
  return bands
    .map((band) => ({ ...band, lines: data.filter((line) => line.band === band.name) }))
    .filter(({ lines }) => lines.length > 0)
    .map((band, index) => {
      const canFold = index > 0 && band.name === 'backlog'
      return { ...band, canFold, isFolded: canFold && !isOpened }
    })
}

/** „seit Fr 20.11.“, „heute“, „bis 14:10“, „bis Fr 27.11.“; a term is told by the day on which it ends. */
export function dueWords(line: Line, today = berlinDay()): string {
  const { due_on, due_at, term, snoozed_until } = line
  const said = (day: string) => dayWords(day, today)
  if (snoozed_until && snoozed_until > today) return `ab ${said(snoozed_until)}`
  if (term) {
    const end = term.legal_ends_on
    return `${end < today ? 'seit' : 'bis'} ${said(end)}`
  }
  if (due_on < today) return `seit ${said(due_on)}`
  if (due_on > today) return `bis ${said(due_on)}`
  return due_at ? `bis ${formatTime(due_at)}` : 'heute'
}

/** „Fr 27.11.“, with its year where that is another one. */
const dayWords = (day: string, today: string): string =>
  `${dayWithWeekday(day)}${day.slice(0, 4) === today.slice(0, 4) ? '' : day.slice(0, 4)}`

/** Red text is for what is overdue, and for a term with three days left or fewer. */
export const isPressing = ({ due_on, term }: Line, today = berlinDay()): boolean =>
  due_on < today || (term !== null && term.days - term.day <= ALARM_LEFT)

/** Days of a term that are left from its alarm day on. */
export const ALARM_LEFT = 4

type Term = NonNullable<Line['term']>

/** „Frist endet am Fr 27.11.“, or when it ended. */
export const termEnd = ({ legal_ends_on }: Term, today = berlinDay()): string =>
  `Frist ${legal_ends_on < today ? 'endete' : 'endet'} am ${dayWithWeekday(legal_ends_on)}`

/** „Tag 10 von 14.“ and until when; where § 193 BGB moves the end, both days. */
export function termWords(term: Term, today = berlinDay()): [string, string] {
  const day = `Tag ${term.day} von ${term.days}.`
  const end = termEnd(term, today)
  if (term.legal_ends_on === term.ends_on) return [day, end]
  return [day, `${end}, weil der ${dayWithWeekday(term.ends_on)} kein Werktag ist (§ 193 BGB).`]
}

const ICONS: Record<string, IconName> = {
  follow_up: 'clock',
  refund: 'euro',
  deposit_refund: 'euro',
  park_refund: 'euro',
  card_failed: 'euro',
  card_hangs: 'euro',
  debit_returned: 'euro',
  unallocated_payment: 'euro',
  bank_run: 'check',
  bank_refund: 'euro',
  refused_mail: 'mail',
  failed_mail: 'mail',
  conversation: 'message',
  letter: 'letter',
  duplicate: 'cells',
  declaration: 'letter',
  waiting_offer: 'queue',
  hand_over: 'people',
  contract_due: 'letter',
  instalments: 'euro',
  price_mismatch: 'spelling',
  operation_request: 'check',
  capacity: 'park',
}

export const iconOf = ({ kind }: Line): IconName => ICONS[kind] ?? 'flag'

const HELD = new Set(['reserved', 'invited', 'contracted', 'active'])

/** How the field draws the place of a line; a reservation that is over leaves a free cell. */
export const spotStateOf = ({ state }: Line): SpotState | null =>
  state === null ? null : HELD.has(state) ? (state as SpotState) : 'free'

/** What is said of a line once it was done, put off or given away. */
export type LastChange = {
  kind: string
  subject_id: string
  version: number
  words: string
  canUndo: boolean
}
