/** What the palette offers, in groups. Pure. */

import type { Role } from '@/session/session'
import { countWords, type Hit, type OtherHit } from '@/ui/found/reasons'
import type { IconName } from '@/ui/page/Icon'
import type { OpenRecord, RecordAction } from '@/ui/palette/recordActions'
import type { HelpHit } from './help'
import { fits, pagesFor, synonymFor } from './pages'
import { verbOf } from './verbs'

/** A household that was opened before. */
export interface Recent {
  id: number
  name: string
  spot: number | null
  state: string
}

interface Common {
  /** Unlike every other, and the same as long as it is the same thing. */
  key: string
}

export type Option = Common &
  (
    | { kind: 'household'; hit: Hit; begins: RecordAction | undefined; to: string }
    | { kind: 'other'; hit: OtherHit; to: string }
    | { kind: 'verb'; action: RecordAction }
    | { kind: 'recent'; recent: Recent; to: string }
    | { kind: 'action'; record: OpenRecord; action: RecordAction }
    | { kind: 'page'; label: string; icon: IconName; note: string; to: string }
    | { kind: 'help'; hit: HelpHit; to: string }
    | { kind: 'list'; label: string; to: string }
  )

export interface Group {
  name: string
  label: string
  note?: string
  options: Option[]
  /** Whether its rows still answer an earlier text: they are seen and not chosen. */
  isOutdated?: boolean
}

export interface Found {
  hits: readonly Hit[]
  /** Who is known without a reservation. */
  others: readonly OtherHit[]
  total: number
  hasMore: boolean
  /** The operation named in the query; choosing a household starts it. */
  begins?: RecordAction | undefined
  /** The text that was looked for. */
  asked: string
}

const OTHER_PATHS = {
  waiting: (id: number) => `/waiting-list/${id}/show`,
  conversation: (id: number) => `/messages/${id}`,
  declaration: (id: number) => `/declarations/${id}/show`,
}

export const recordPath = (id: number): string => `/reservations/${id}/show`

/** What the list is searched for: the same as here, without a verb. */
export const askedOf = (typed: string, found: Found | undefined): string =>
  found?.begins ? found.asked : typed.trim()

/** The whole stock is searched: a filter that stays set would hide who is on the telephone. */
export const listPath = (typed: string): string =>
  `/reservations?${new URLSearchParams({ filter: JSON.stringify({ q: typed }), page: '1' })}`

interface Asked {
  typed: string
  role: Role
  found: Found | undefined
  isWaiting: boolean
  record: OpenRecord | undefined
  recents: readonly Recent[]
  help: readonly HelpHit[]
}

/** Everything that is offered for a typed text; groups without options are left out. */
export function groupsFor(asked: Asked): Group[] {
  const { typed, role, record, recents } = asked
  const isClerk = role !== 'marketing'
  const all = [
    ...(isClerk && typed ? [householdsOf(asked)] : []),
    ...(isClerk && typed ? [othersOf(asked)] : []),
    actionsOf(typed, record),
    ...(isClerk && typed ? [verbsOf(asked)] : []),
    ...(typed ? [] : [recentOf(recents)]),
    ...(typed || !isClerk ? [pagesOf(typed, role)] : []),
    ...(isClerk && typed ? [listOf(asked)] : []),
    // Last, so that Enter never leads a caller's clerk there before it leads to the list.
    helpOf(asked),
  ]
  const isAwaited = ({ name }: Group) => name === 'households' && asked.isWaiting
  return all.filter((group) => group.options.length > 0 || isAwaited(group))
}

function householdsOf({ found, isWaiting }: Asked): Group {
  const options = (found?.hits ?? []).map((hit) => ({
    kind: 'household' as const,
    key: `household ${hit.id}`,
    hit,
    begins: found?.begins,
    to: recordPath(hit.id),
  }))
  return {
    name: 'households',
    label: found?.begins ? `${found.begins.label}:` : 'Haushalte',
    note: noteOf(found, isWaiting),
    options,
    isOutdated: isWaiting,
  }
}

function othersOf({ found, isWaiting }: Asked): Group {
  const options = (found?.others ?? []).map((hit) => ({
    kind: 'other' as const,
    key: `${hit.kind} ${hit.id}`,
    hit,
    to: OTHER_PATHS[hit.kind](hit.id),
  }))
  return {
    name: 'others',
    label: 'Warteliste, Nachrichten, Erklärungen',
    options,
    isOutdated: isWaiting,
  }
}

/** Operations by their name alone: whom they are done to is typed next. */
function verbsOf({ typed, record }: Asked): Group {
  const verb = verbOf(typed)
  const isOffered = verb && !verb.rest && actionsOf(typed, record).options.length === 0
  const options = isOffered
    ? verb.actions.map((action) => ({ kind: 'verb' as const, key: `verb ${action.name}`, action }))
    : []
  return { name: 'verbs', label: 'Vorgänge', options }
}

/** „5 von 21, alle Parks“; „…“ as long as nobody knows. */
function noteOf(found: Found | undefined, isWaiting: boolean): string {
  if (isWaiting || !found) return '…'
  const { hits, total, hasMore } = found
  const shown =
    hits.length < total ? `${hits.length} von ${countWords(total, hasMore)}` : `${total}`
  return `${shown}, alle Parks`
}

function actionsOf(typed: string, record: OpenRecord | undefined): Group {
  const fitting = record?.actions.filter(({ label }) => fits(typed, label)) ?? []
  const options = fitting.flatMap((action) =>
    record ? [{ kind: 'action' as const, key: `action ${action.name}`, record, action }] : [],
  )
  return { name: 'actions', label: `Vorgänge zu ${record?.title}`, options }
}

function recentOf(recents: readonly Recent[]): Group {
  const options = recents.map((recent) => ({
    kind: 'recent' as const,
    key: `recent ${recent.id}`,
    recent,
    to: recordPath(recent.id),
  }))
  return { name: 'recent', label: 'Zuletzt bei Ihnen', options }
}

function pagesOf(typed: string, role: Role): Group {
  const options = pagesFor(typed, role).map((entry) => ({
    kind: 'page' as const,
    key: `page ${entry.name}`,
    label: entry.label,
    icon: entry.icon,
    note: synonymFor(typed, entry) ?? '',
    to: entry.path,
  }))
  return { name: 'pages', label: 'Seiten', options }
}

function helpOf({ help }: Asked): Group {
  const options = help.map((hit) => ({
    kind: 'help' as const,
    key: `help ${hit.name}`,
    hit,
    to: `/help/${hit.name}`,
  }))
  return { name: 'help', label: 'Hilfe', options }
}

/** A number alone is a spot there and nothing else, so the list has fewer rows than are counted here. */
const BARE_NUMBER = /^\s*[1-9]\d{0,3}\s*$/

function listOf({ typed, found, isWaiting }: Asked): Group {
  const count = !isWaiting && found && !BARE_NUMBER.test(typed) ? found.total : 0
  const label =
    found && count > found.hits.length
      ? `Alle ${countWords(count, found.hasMore)} in der Liste zeigen`
      : `„${askedOf(typed, found)}“ in der Liste suchen`
  return {
    name: 'list',
    label: 'Liste',
    options: [{ kind: 'list', key: 'list', label, to: listPath(askedOf(typed, found)) }],
  }
}
