import type { GetListParams } from 'react-admin'

/**
 * The query string of a list: page, per_page, sort, order and one parameter a filter. Empty filters
 * are left out; several values of one filter repeat its name.
 */
export function listQuery({ pagination, sort, filter }: GetListParams): string {
  const query = new URLSearchParams()
  query.set('page', String(pagination?.page ?? 1))
  query.set('per_page', String(pagination?.perPage ?? 25))
  if (sort?.field) {
    query.set('sort', sort.field)
    query.set('order', sort.order.toLowerCase())
  }
  for (const [name, value] of Object.entries(filter ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
    }
  }
  return query.toString()
}
