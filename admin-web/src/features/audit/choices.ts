import type { Schemas } from '@/api/operations'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { Choice } from '@/ui/form/Picker'
import { actorWords } from './entry'
import type { AuditFilters } from './useAuditFilters'

/** What the log can be filtered by, as the server knows it. */
export type AuditChoices = Schemas['AuditChoicesOut']

export const useAuditChoices = () => useStaffQuery('/api/staff/audit/choices').data

const AREA = 'area:'

/** Each area as a whole and below it its actions, in the order of the work. */
export function actionChoices(choices: AuditChoices | undefined): Choice[] {
  return (choices?.areas ?? []).flatMap(({ area, label: group, actions }) => [
    { value: `${AREA}${area}`, label: `${group}: alles`, group },
    ...actions.map(({ action, label }) => ({ value: action, label, group })),
  ])
}

/** The choice that the filters stand for; an action nobody knows any more by its own name. */
export function chosenAction(
  { area, action }: AuditFilters,
  offered: readonly Choice[],
): Choice | null {
  const value = action ? asPart(action) : area && `${AREA}${area}`
  if (!value) return null
  return offered.find((choice) => choice.value === value) ?? { value, label: value }
}

/** Addresses of old hold `operation.cancel`; the whole and its parts are one choice. */
const asPart = (action: string): string => action.replace(/^operation\./, 'reservation.')

export const actionFilters = (choice: Choice | null) =>
  choice?.value.startsWith(AREA)
    ? { area: choice.value.slice(AREA.length), action: undefined }
    : { area: undefined, action: choice?.value }

/** The accounts by name, and the actors without one. */
export function personChoices(choices: AuditChoices | undefined): Choice[] {
  const accounts = (choices?.accounts ?? []).map(({ actor, name, is_active }) => ({
    value: actor,
    label: name,
    group: 'Konten',
    ...(!is_active && { note: 'nicht aktiv' }),
  }))
  return [...accounts, ...WITHOUT_ACCOUNT]
}

const WITHOUT_ACCOUNT: Choice[] = [
  { value: 'system', label: 'System', group: 'Ohne Konto' },
  { value: 'household', label: 'Haushalte', group: 'Ohne Konto' },
  { value: 'payment provider', label: 'Zahlungsdienst', group: 'Ohne Konto' },
  { value: 'anonymous', label: 'Jemand ohne Anmeldung', group: 'Ohne Konto' },
]

export function chosenPerson(
  actor: AuditFilters['actor'],
  offered: readonly Choice[],
): Choice | null {
  if (!actor) return null
  const label = actorWords({ actor, actor_name: null })
  return offered.find(({ value }) => value === actor) ?? { value: actor, label }
}
