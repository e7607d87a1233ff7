/** What the list of reservations shows, as calls and addresses say it. */

import type { SortPayload } from 'react-admin'
import type { Schemas } from '@/api/operations'
import type { ViewDefinition } from '@/features/reservations/types'

export type ListFilters = Schemas['ListFilters']

/** Only what is set, as strings: the way filters are saved and sent. */
function plainFilters(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** The filters as calls take them: lists as lists, numbers as numbers. */
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
