import type { Schemas } from '@/api/operations'
import type { Shape } from '@/lib/states'

/** A rule between rows, with the result of its last check. */
export type Invariant = Schemas['InvariantOut']

export type Result = 'holds' | 'broken' | 'never'

export const RESULTS: Record<Result, { label: string; shape: Shape }> = {
  holds: { label: 'Bestanden', shape: 'done' },
  broken: { label: 'Nicht bestanden', shape: 'failed' },
  never: { label: 'Noch nicht geprüft', shape: 'outline' },
}

export const resultOf = ({ checked_at, violations }: Invariant): Result =>
  checked_at === null ? 'never' : violations === 0 ? 'holds' : 'broken'

/** The rules under their headings, in the order of the server. */
export function grouped(rules: readonly Invariant[]): { title: string; rules: Invariant[] }[] {
  const titles = [...new Set(rules.map(({ group }) => group))]
  return titles.map((title) => ({ title, rules: rules.filter(({ group }) => group === title) }))
}

/** The whole of it in one sentence. */
export function summaryOf(rules: readonly Invariant[]): string {
  const broken = rules.filter((rule) => resultOf(rule) === 'broken').length
  if (rules.every((rule) => resultOf(rule) === 'never')) return 'Noch nicht geprüft.'
  if (broken === 0) return `Alle ${rules.length} Prüfungen bestanden.`
  return `${broken} von ${rules.length} Prüfungen nicht bestanden.`
}

/** When all of them were last checked: they run together. */
export const lastChecked = (rules: readonly Invariant[]): string | null =>
  rules.reduce<string | null>(
    (latest, { checked_at }) =>
      checked_at && (!latest || checked_at > latest) ? checked_at : latest,
    null,
  )

const PATHS: Partial<Record<Invariant['kind'], (id: string) => string>> = {
  reservation: (id) => `/reservations/${id}/show`,
  park: (id) => `/parks/${id}/show`,
  mail: (id) => `/mails/${id}/show`,
}

const WORDS: Record<Invariant['kind'], string> = {
  reservation: 'Reservierung',
  spot: 'Platz',
  park: 'Park',
  offer: 'Angebot',
  entry: 'Eintrag der Warteliste',
  text: 'Text',
  mail: 'Mail',
  answer: 'Antwort',
  filter: 'Filter',
  log_entry: 'Eintrag im Protokoll',
}

/** One of the rows that break a rule: words, and its page where it has one. */
export function exampleOf({ kind }: Invariant, id: string): { words: string; path: string | null } {
  const [park, number] = id.split(':')
  const words = kind === 'spot' ? `Platz ${number} (${park})` : `${WORDS[kind]} ${id}`
  return { words, path: PATHS[kind]?.(id) ?? null }
}
