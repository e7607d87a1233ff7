/** What the list of reservations can be narrowed down to, and how that reads. */

import type { SortPayload } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { FILTERED_FIELDS, HOUSEHOLD } from '@/features/reservations/fields'
import type { Facets, ViewDefinition } from '@/features/reservations/types'
import { formatMoment } from '@/lib/format'
import { PACKAGES, PLANS } from '@/lib/reservationWords'
import { RESERVATION_STATES, stateWords } from '@/lib/states'
import { type Filter, type FilterChoice, plainFilters } from '@/ui/list/filters/filter'

/** A filter of this list; its choices may be the values that occur. */
interface ReservationFilter extends Omit<Filter, 'name' | 'choices'> {
  name: keyof ListFilters | 'created'
  choices?: (facets: Facets | undefined) => FilterChoice[]
  /** Not for marketing: the value would tell about a person. */
  isPersonal?: boolean
}

const plain = (values: readonly string[] | undefined): FilterChoice[] =>
  (values ?? []).filter(Boolean).map((value) => ({ value, label: value }))
const named = (names: Record<string, string>): FilterChoice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
const checks = (open: string, any: string): FilterChoice[] => [
  { value: 'open', label: open },
  { value: 'any', label: any },
]

const FILTERS: readonly ReservationFilter[] = [
  {
    name: 'state',
    label: 'Stand',
    kind: 'many',
    choices: () => RESERVATION_STATES.map((value) => ({ value, label: stateWords(value) })),
  },
  {
    name: 'annual_kwh',
    label: 'Paket',
    kind: 'many',
    choices: () => named(PACKAGES as Record<string, string>),
  },
  {
    name: 'payment_plan',
    label: 'Zahlung',
    kind: 'one',
    choices: () => named(PLANS),
  },
  {
    name: 'utm_campaign',
    label: 'Kampagne',
    kind: 'one',
    choices: (facets) => plain(facets?.utm_campaign),
  },
  { name: 'created', label: 'Eingang', kind: 'period' },
  {
    name: 'follow_up_until',
    label: 'Wiedervorlage bis',
    kind: 'until',
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
    name: 'burst',
    label: 'Ansturm',
    kind: 'one',
    isPersonal: true,
    choices: (facets) => [
      { value: 'last', label: 'Der letzte' },
      ...(facets?.burst ?? []).map((at) => ({ value: at, label: `Ab ${formatMoment(at)}` })),
    ],
  },
  {
    name: 'park',
    label: 'Park',
    kind: 'one',
    choices: (facets) => (facets?.park ?? []).map(({ id, name }) => ({ value: id, label: name })),
  },
  { name: 'spot_number', label: 'Platz', kind: 'number', isPersonal: true },
  ...FILTERED_FIELDS.map(
    (name): ReservationFilter => ({
      name,
      label: HOUSEHOLD[name].label,
      kind: 'one',
      isPersonal: HOUSEHOLD[name].isPersonal === true,
      choices: (facets) => plain(facets?.[name]),
    }),
  ),
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

const SEARCH: Filter = { name: 'q', label: 'Suche', kind: 'search' }

/** What a role may filter by, with the values that occur. The search has its own field. */
export function offeredFilters(facets: Facets | undefined, isClerk: boolean): Filter[] {
  const offered = FILTERS.filter(({ isPersonal }) => isClerk || !isPersonal)
  return [SEARCH, ...offered.map((one) => ({ ...one, choices: one.choices?.(facets) }))]
}

/** The filters as calls take them: lists as lists, numbers as numbers. Names and choices are those of `FILTERS`. */
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
