import type { Schemas } from '@/api/operations'
import { reservationsPath } from '@/lib/reservationsPath'
import { berlinDay } from '@/lib/reservationWords'
import type { Role } from '@/session/session'

export type Today = Schemas['TodayOut']
export type Charts = Schemas['ChartsOut']
type Task = Schemas['TaskOut']
type TaskKind = Task['kind']
/** A mail, a reservation, a group of them that may be the same household, or a park. */
export type TaskItem = Task['items'][number]

/** `urgent` is red and for due dates only, `yours` is sun: new or for you to do now. */
export type Tone = 'urgent' | 'yours' | 'plain'

export interface Entry {
  key: string
  tone: Tone
  count: number
  title: string
  detail: string
  /** What the button says, and where it leads. */
  action: string
  path: string
  items: TaskItem[]
  kind: TaskKind | 'new'
}

/** The work list in the order it should be done: overdue, new, then the rest. */
export function workList(today: Today, role: Role, now: Date = new Date()): Entry[] {
  const entries = today.tasks
    .filter(({ count }) => count > 0)
    .map((task) => entryOf(task, role, now))
    .concat(newEntry(today.new_since_yesterday, now))
  const rank: Record<Tone, number> = { urgent: 0, yours: 1, plain: 2 }
  return entries.sort((a, b) => rank[a.tone] - rank[b.tone])
}

function newEntry(count: number, now: Date): Entry[] {
  if (count === 0) return []
  return [
    {
      key: 'new',
      kind: 'new',
      tone: 'yours',
      count,
      title: count === 1 ? 'neue Reservierung' : 'neue Reservierungen',
      detail: 'Seit gestern',
      action: 'Ansehen',
      path: reservationsPath({ created_from: berlinDay(now, -1) }),
      items: [],
    },
  ]
}

function entryOf(task: Task, role: Role, now: Date): Entry {
  const { kind, count, items } = task
  const [one, many, action] = kind === 'capacity' ? fullWords(items) : WORDS[kind]
  const isLate =
    (kind === 'follow_ups' && items.some((item) => isOverdue(item, now))) ||
    (kind === 'declarations' && items.some(({ detail }) => detail.includes('überfällig')))
  return {
    key: kind,
    kind,
    tone: isLate ? 'urgent' : YOURS.has(kind) ? 'yours' : 'plain',
    count,
    title: count === 1 ? one : many,
    detail: isLate ? 'Die erste ist überfällig' : DETAILS[kind],
    action,
    path: pathOf(kind, items, role, now),
    items,
  }
}

/** For somebody to do now: the day has come, or a household waits for an answer. */
const YOURS = new Set<TaskKind>([
  'follow_ups',
  'declarations',
  'operation_requests',
  'refused_mails',
])

export const isOverdue = ({ at }: TaskItem, now: Date = new Date()): boolean =>
  at !== null && berlinDay(new Date(at)) < berlinDay(now)

type Words = [one: string, many: string, action: string]

/** A park is full when nobody can reserve there any more. */
function fullWords(items: readonly TaskItem[]): Words {
  const full = items.filter(({ level }) => level === 100).length
  if (full === 0) return ['Park fast voll', 'Parks fast voll', 'Ansehen']
  const many = full === items.length ? 'Parks voll' : 'Parks voll oder fast voll'
  return ['Park voll', many, 'Ansehen']
}

const WORDS: Record<Exclude<TaskKind, 'capacity'>, Words> = {
  declarations: ['Widerruf oder Kündigung', 'Widerrufe und Kündigungen', 'Bearbeiten'],
  operation_requests: ['Vorgang wartet auf Freigabe', 'Vorgänge warten auf Freigabe', 'Ansehen'],
  waiting_offers: [
    'Angebot der Warteliste läuft ab',
    'Angebote der Warteliste laufen ab',
    'Ansehen',
  ],
  refused_mails: ['Postfach lehnt unsere Mail ab', 'Postfächer lehnen unsere Mails ab', 'Anrufen'],
  failed_mails: ['Mail nicht zugestellt', 'Mails nicht zugestellt', 'Prüfen'],
  duplicates: ['mögliche Dublette', 'mögliche Dubletten', 'Prüfen'],
  price_mismatches: ['abweichender Preis', 'abweichende Preise', 'Prüfen'],
  follow_ups: ['Wiedervorlage fällig', 'Wiedervorlagen fällig', 'Bearbeiten'],
}

const DETAILS: Record<TaskKind, string> = {
  declarations: 'Zu entscheiden oder zu erstatten',
  operation_requests: 'Eine zweite Person gibt frei',
  waiting_offers: 'Ohne Antwort geht der Platz an den nächsten Haushalt',
  refused_mails: 'Der Haushalt weiß nichts von seiner Frist',
  failed_mails: 'Der Versand wurde aufgegeben',
  duplicates: 'Gleiche Angaben, verschiedene Plätze',
  price_mismatches: 'Unsere Rechnung ergibt etwas anderes als die des Haushalts',
  follow_ups: 'Heute ist der Tag',
  capacity: 'Grenze prüfen oder Plätze sperren',
}

function pathOf(kind: TaskKind, items: readonly TaskItem[], role: Role, now: Date): string {
  const first = items[0]
  switch (kind) {
    case 'declarations':
      return `/declarations?filter=${encodeURIComponent(JSON.stringify({ state: 'open' }))}`
    case 'operation_requests':
      return '/operation-requests'
    case 'waiting_offers':
      return '/waiting-list'
    case 'refused_mails':
      return '/refused-mails'
    case 'failed_mails':
      return `/mails?filter=${encodeURIComponent(JSON.stringify({ state: 'failed' }))}`
    case 'duplicates':
      return role === 'marketing'
        ? reservationsPath({ duplicate: 'open' })
        : '/reservations/duplicates'
    case 'price_mismatches':
      return reservationsPath({ price_mismatch: 'open' })
    case 'follow_ups':
      return reservationsPath({ follow_up_until: berlinDay(now) })
    case 'capacity':
      return first ? `/parks/${encodeURIComponent(first.id)}/show` : '/parks'
  }
}

/** Where one item of a task leads. */
export function itemPath(kind: Entry['kind'], { id }: TaskItem): string {
  if (kind === 'duplicates') return '/reservations/duplicates'
  if (kind === 'declarations') return `/declarations/${id}/show`
  if (kind === 'operation_requests') return '/operation-requests'
  if (kind === 'waiting_offers') return `/waiting-list/${id}/show`
  if (kind === 'refused_mails') return '/refused-mails'
  if (kind === 'failed_mails') return `/mails/${id}/show`
  if (kind === 'capacity') return `/parks/${encodeURIComponent(id)}/show`
  return `/reservations/${id}/show`
}
