import type {
  DataProvider,
  GetListParams,
  GetManyParams,
  GetOneParams,
  Identifier,
  RaRecord,
  UpdateParams,
} from 'react-admin'
import { startDownload } from '@/lib/download'
import { send } from './client'
import type { Answer, PathOf } from './operations'
import { transport } from './transport'

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

/** Has the browser keep a file whose fetching may need a confirmation, which a link could not ask for. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await transport(new Request(path))
  const address = URL.createObjectURL(await response.blob())
  startDownload({ download: address, file_name: name, rows: 0 })
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Rows without a number of their own, such as sums, are known by their place. */
async function getList<T extends RaRecord>(resource: string, params: GetListParams) {
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
}

async function getOne<T extends RaRecord>(resource: string, { id, signal }: GetOneParams) {
  const data = (await send('get', staffPath(resource, id), { signal })) as T
  return { data: { ...data, id } }
}

/** What is typed was typed over a version, which the form hands on as `meta.version`; a stale one is refused. */
async function update<T extends RaRecord>(resource: string, params: UpdateParams) {
  const { id, data, meta } = params
  const body = meta?.version === undefined ? data : { ...data, version: meta.version }
  const saved = (await send('patch', staffPath(resource, id), { body })) as T
  return { data: { ...saved, id } }
}

async function remove(resource: string, id: Identifier): Promise<Identifier> {
  await send('delete', staffPath(resource, id))
  return id
}

/**
 * The staff API as react-admin pages, sorts, reads and changes it. A refusal is an `ApiError`, whose `body.errors` its
 * forms show at their fields. What is no record, such as an operation, is a call of its own, whose types the document
 * gives.
 */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList,
  getOne,
  update,

  getMany: async <T extends RaRecord>(resource: string, { ids, signal }: GetManyParams) => {
    const answers = ids.map((id) => getOne<T>(resource, { id, signal }))
    return { data: (await Promise.all(answers)).map(({ data }) => data) }
  },

  getManyReference: (resource, { target, id, filter, ...params }) =>
    getList(resource, { ...params, filter: { ...filter, [target]: id } }),

  create: async (resource, { data }) => ({
    data: (await send('post', staffPath(resource), { body: data })) as never,
  }),

  /** One after another: the first refusal ends it, and those before it are changed. */
  async updateMany(resource, { ids, data, meta }) {
    for (const id of ids) await update(resource, { id, data, meta, previousData: { id } })
    return { data: ids }
  },

  delete: async (resource, { id }) => ({ data: { id: await remove(resource, id) } as never }),

  async deleteMany(resource, { ids }) {
    for (const id of ids) await remove(resource, id)
    return { data: ids }
  },
}

/** What a list is asked: page, per_page, sort, order and its filters. */
const listQuery = ({ pagination, sort, filter }: GetListParams) => ({
  page: pagination?.page ?? 1,
  per_page: pagination?.perPage ?? 25,
  ...(sort?.field && { sort: sort.field, order: sort.order.toLowerCase() }),
  ...filter,
})
