import type { DataProvider, GetListParams, Identifier, RaRecord } from 'react-admin'
import { send } from './client'
import type { Answer, PathOf } from './operations'

/** How the staff API answers a list; `total` is null where counting would cost too much. */
interface ListAnswer<T> {
  data: T[]
  has_next: boolean
  total: number | null
}

/** The rows of every list of the document by what react-admin calls a resource, such as `mails`. */
type Rows = {
  [P in PathOf<'get'> as Answer<'get', P> extends ListAnswer<unknown>
    ? P extends `/api/staff/${infer R}`
      ? Exclude<R, `${string}{${string}`>
      : never
    : never]: Answer<'get', P> extends ListAnswer<infer T> ? T : never
}

export type Resource = keyof Rows
export type RecordOf<R extends Resource> = Rows[R] & { id: Identifier }

/** The address of something below the staff API that is no call, such as a file. */
export const staffPath = (...parts: (string | number)[]): string =>
  ['/api/staff', ...parts].join('/')

const notOffered = () => Promise.reject(new Error('lists only: all else is a call of api/client'))

/**
 * The staff API's lists as react-admin pages, sorts and filters them. One record, and every change,
 * is a call of its own, whose types the document gives.
 */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,

  /** Rows without a number of their own, such as sums, are known by their place. */
  async getList<T extends RaRecord>(resource: string, params: GetListParams) {
    const { data, has_next, total } = (await send('get', staffPath(resource), {
      params: { query: listQuery(params) },
      signal: params.signal,
    })) as ListAnswer<T>
    const page = params.pagination?.page ?? 1
    return {
      data: data.map((row, index) => ({ ...row, id: row.id ?? `${page}-${index}` })),
      ...(total !== null && { total }),
      pageInfo: { hasNextPage: has_next, hasPreviousPage: page > 1 },
    }
  },

  getOne: notOffered,
  getMany: notOffered,
  getManyReference: notOffered,
  create: notOffered,
  update: notOffered,
  updateMany: notOffered,
  delete: notOffered,
  deleteMany: notOffered,
}

/** What a list is asked: page, per_page, sort, order and its filters. */
const listQuery = ({ pagination, sort, filter }: GetListParams) => ({
  page: pagination?.page ?? 1,
  per_page: pagination?.perPage ?? 25,
  ...(sort?.field && { sort: sort.field, order: sort.order.toLowerCase() }),
  ...filter,
})
