import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin'
import { listQuery } from './listQuery'
import { type Method, request } from './old/request'
import { ApiError } from './problem'

const API = '/api/staff'

/** How the staff API answers a list; `total` is null where counting would cost too much. */
export interface ListAnswer<T> {
  data: T[]
  has_next: boolean
  total: number | null
  /** More found than can be sorted as asked: the newest come first. */
  too_many_to_sort?: boolean
}

/**
 * react-admin's data provider with one more method: `call` for the named operations of the server,
 * such as `call('POST', 'reservations/17/cancel', { reason })`. The path is relative to /api/staff.
 */
export interface ConsoleDataProvider extends DataProvider {
  call: <T = void>(method: Method, path: string, body?: unknown) => Promise<T>
}

export const staffPath = (...parts: (string | number)[]): string =>
  [API, ...parts.map((part) => String(part))].join('/')

export const dataProvider: ConsoleDataProvider = {
  supportAbortSignal: true,

  /** Rows without a number of their own, such as sums, are known by their place. */
  async getList<T extends RaRecord>(resource: string, params: GetListParams) {
    const path = `${staffPath(resource)}?${listQuery(params)}`
    const { data, has_next, total, too_many_to_sort } = await request<ListAnswer<T>>(
      'GET',
      path,
      undefined,
      params.signal,
    )
    const page = params.pagination?.page ?? 1
    return {
      data: data.map((row, index) => ({ ...row, id: row.id ?? `${page}-${index}` })),
      ...(total !== null && { total }),
      pageInfo: { hasNextPage: has_next, hasPreviousPage: page > 1 },
      ...(too_many_to_sort && { meta: { isUnsorted: true } }),
    }
  },

  async getOne(resource, { id, signal }) {
    return { data: await request('GET', staffPath(resource, encoded(id)), undefined, signal) }
  },

  /** One call each: references are few on a page. What is gone meanwhile is left out. */
  async getMany(resource, { ids, signal }) {
    const records = await Promise.all(
      [...new Set(ids)].map((id) => oneOrNothing(resource, id, signal)),
    )
    return { data: records.filter((record) => record !== null) }
  },

  async getManyReference(resource, { target, id, filter, ...params }) {
    return dataProvider.getList(resource, { ...params, filter: { ...filter, [target]: id } })
  },

  async create(resource, { data }) {
    return { data: await request('POST', staffPath(resource), data) }
  },

  /** Only what changed, with the version the person saw: a stale save is refused with 409. */
  async update(resource, { id, data, previousData }) {
    const changes = changedFields(data, previousData ?? {})
    const version = data.version ?? previousData?.version
    const path = staffPath(resource, encoded(id))
    return {
      data: await request('PATCH', path, { ...changes, ...(version !== undefined && { version }) }),
    }
  },

  async delete(resource, { id }) {
    await request('DELETE', staffPath(resource, encoded(id)))
    return { data: { id } as never }
  },

  updateMany: () => Promise.reject(notOffered()),
  deleteMany: () => Promise.reject(notOffered()),

  call: (method, path, body) => request(method, staffPath(path), body),
}

async function oneOrNothing(resource: string, id: Identifier, signal?: AbortSignal) {
  try {
    return await request<never>('GET', staffPath(resource, encoded(id)), undefined, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The fields of `data` whose value is another one than in `previous`. */
export function changedFields(
  data: Record<string, unknown>,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) =>
        name !== 'version' &&
        JSON.stringify(value ?? null) !== JSON.stringify(previous[name] ?? null),
    ),
  )
}

const encoded = (id: Identifier): string => encodeURIComponent(id)

/** Many records change by one named call of the server with a result per record. */
const notOffered = () => new Error('use a named bulk operation: dataProvider.call')
