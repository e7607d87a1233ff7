/** What the list of reservations can be narrowed down to, and how that reads. */

import type { SortPayload } from 'react-admin'
import type { Schemas } from '@/api/operations'
import type { Facets, ViewDefinition } from '@/features/reservations/types'
import { formatDay } from '@/lib/format'
import { PACKAGES, PLANS } from '@/lib/reservationWords'
import { RESERVATION_STATES, stateWords } from '@/lib/states'

export type FilterValues = Record<string, string>
export interface Choice {
  value: string
  label: string
}

export interface Filter {
  /** The parameter of the staff API; for days the beginning of `…_from` and `…_to`. */
  name: keyof ListFilters | 'created'
  label: string
  /** `many`: several values, joined by commas. `period`: two days. `until`: one day. */
  kind: 'many' | 'one' | 'period' | 'until' | 'number'
  choices?: (facets: Facets | undefined) => Choice[]
  /** Stands in the row at once; the others come by „Weitere Filter“. */
  isFirst?: boolean
  /** Not for marketing: the value would tell about a person. */
  isPersonal?: boolean
}

const plain = (values: readonly string[] | undefined): Choice[] =>
  (values ?? []).filter(Boolean).map((value) => ({ value, label: value }))
const named = (names: Record<string, string>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const checks = (open: string, any: string): Choice[] => [
  { value: 'open', label: open },
  { value: 'any', label: any },
]

export const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: 'Stand',
    kind: 'many',
    isFirst: true,
    choices: () => RESERVATION_STATES.map((value) => ({ value, label: stateWords(value) })),
  },
  {
    name: 'annual_kwh',
    label: 'Paket',
    kind: 'many',
    isFirst: true,
    choices: () => named(PACKAGES as Record<string, string>),
  },
  {
    name: 'payment_plan',
    label: 'Zahlung',
    kind: 'one',
    isFirst: true,
    choices: () => named(PLANS),
  },
  {
    name: 'utm_campaign',
    label: 'Kampagne',
    kind: 'one',
    isFirst: true,
    choices: (facets) => plain(facets?.utm_campaign),
  },
  { name: 'created', label: 'Eingang', kind: 'period', isFirst: true },
  {
    name: 'follow_up_until',
    label: 'Wiedervorlage bis',
    kind: 'until',
    isFirst: true,
    isPersonal: true,
  },
  {
    name: 'duplicate',
    label: 'Dublette',
    kind: 'one',
    choices: () => checks('Vermutet, noch zu prüfen', 'Vermutet, auch geprüfte'),
  },
  {
    name: 'price_mismatch',
    label: 'Preis',
    kind: 'one',
    choices: () => checks('Weicht ab, noch zu prüfen', 'Weicht ab, auch geprüfte'),
  },
  {
    name: 'park',
    label: 'Park',
    kind: 'one',
    choices: (facets) => (facets?.park ?? []).map(({ id, name }) => ({ value: id, label: name })),
  },
  { name: 'spot_number', label: 'Platz', kind: 'number', isPersonal: true },
  {
    name: 'energy_provider',
    label: 'Versorger',
    kind: 'one',
    isPersonal: true,
    choices: (facets) => plain(facets?.energy_provider),
  },
  {
    name: 'utm_source',
    label: 'Quelle',
    kind: 'one',
    choices: (facets) => plain(facets?.utm_source),
  },
  {
    name: 'referral_code',
    label: 'Empfehlung',
    kind: 'one',
    choices: (facets) => plain(facets?.referral_code),
  },
  {
    name: 'tag',
    label: 'Merkmal',
    kind: 'one',
    isPersonal: true,
    choices: (facets) => plain(facets?.tag),
  },
]

/** The parameters of the API that a filter sets. */
export const parametersOf = ({ name, kind }: Filter): string[] =>
  kind === 'period' ? [`${name}_from`, `${name}_to`] : [name]

export const isSet = (filter: Filter, values: FilterValues): boolean =>
  parametersOf(filter).some((name) => Boolean(values[name]))

/** The values without those of one filter. */
export function without(values: FilterValues, filter: Filter): FilterValues {
  const gone = parametersOf(filter)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !gone.includes(name)))
}

/** Puts a value into a comma list, or takes it out. */
export function toggled(list: string | undefined, value: string): string {
  const values = list ? list.split(',') : []
  return (
    values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  ).join()
}

/** What a filter is set to, as it stands on its button: „Reserviert, Eingeladen“. */
export function filterWords(filter: Filter, values: FilterValues, facets?: Facets): string {
  if (filter.kind === 'period')
    return periodWords(values[`${filter.name}_from`], values[`${filter.name}_to`])
  const value = values[filter.name] ?? ''
  if (filter.kind === 'until') return value && formatDay(value)
  const labels = new Map(filter.choices?.(facets).map((choice) => [choice.value, choice.label]))
  const word = (one: string) => labels.get(one) ?? one
  if (filter.kind !== 'many') return value && word(value)
  return value.split(',').filter(Boolean).map(word).join(', ')
}

function periodWords(from = '', to = ''): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`
  if (from) return `ab ${formatDay(from)}`
  return to && `bis ${formatDay(to)}`
}

/** Only what is set, as strings: the way filters are saved and sent. */
export function plainFilters(values: Record<string, unknown>): FilterValues {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** The same as calls take it: lists as lists, numbers as numbers. Names and choices are those of `FILTERS`. */
export function listFilters(values: Record<string, unknown>): ListFilters {
  const { state, annual_kwh, ids, spot_number, ...others } = plainFilters(values)
  return {
    ...others,
    ...(state && { state: state.split(',') as ListFilters['state'] }),
    ...(annual_kwh && { annual_kwh: annual_kwh.split(',').map(Number) }),
    ...(ids && { ids: ids.split(',').map(Number) }),
    ...(spot_number && { spot_number: Number(spot_number) }),
  }
}

type ListFilters = Schemas['ListFilters']

/** The order of the list as calls take it. Its columns are sorted by nothing else. */
export const listOrder = ({ field, order }: SortPayload) => ({
  sort: field as Schemas['Sort'],
  order: order === 'ASC' ? ('asc' as const) : ('desc' as const),
})

/** The address at which the list shows a view. */
export function viewAddress({ filters, sort, order }: Omit<ViewDefinition, 'columns'>): string {
  const query = new URLSearchParams({
    filter: JSON.stringify(plainFilters(filters)),
    sort,
    order: order.toUpperCase(),
    page: '1',
  })
  return `/reservations?${query}`
}

/** Whether the list shows just this view; columns are a matter of taste and do not count. */
export function showsView(view: ViewDefinition, list: Omit<ViewDefinition, 'columns'>): boolean {
  const sorted = (values: Record<string, unknown>) =>
    JSON.stringify(Object.entries(plainFilters(values)).sort())
  return (
    view.sort === list.sort &&
    view.order === list.order &&
    sorted(view.filters) === sorted(list.filters)
  )
}
