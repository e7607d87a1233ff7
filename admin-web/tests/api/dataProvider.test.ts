// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dataProvider } from '@/api/dataProvider'
import { consoleStore } from '@/app/store'
import { answering, refusal } from '../server'

test('a list is asked for by page, sort and filters, empty ones left out', async () => {
  const calls = answering({ body: { data: [], has_next: false, total: 0 } })
  await dataProvider.getList('reservations', {
    pagination: { page: 2, perPage: 50 },
    sort: { field: 'created_at', order: 'DESC' },
    filter: { q: 'Müller & Söhne', state: ['reserved', 'invited'], plan: '', park: null },
  })
  const { pathname, search } = new URL(calls[0]?.path ?? '', 'http://console')
  expect(pathname).toBe('/api/staff/reservations')
  expect([...new URLSearchParams(search)]).toEqual([
    ['page', '2'],
    ['per_page', '50'],
    ['sort', 'created_at'],
    ['order', 'desc'],
    ['q', 'Müller & Söhne'],
    ['state', 'reserved'],
    ['state', 'invited'],
  ])
})

test('an uncounted list says only whether there is more', async () => {
  answering({ body: { data: [{ id: 1 }], has_next: true, total: null } })
  const answer = await dataProvider.getList('mails', { pagination: { page: 2, perPage: 1 } })
  expect(answer).toEqual({
    data: [{ id: 1 }],
    pageInfo: { hasNextPage: true, hasPreviousPage: true },
  })
})

test('sums without a number of their own are known by their place', async () => {
  answering({ body: { data: [{ uses: 4 }, { id: 9 }], has_next: false, total: 2 } })
  const { data } = await dataProvider.getList('referrals/leaders', {
    pagination: { page: 3, perPage: 25 },
  })
  expect(data.map(({ id }) => id)).toEqual(['3-0', 9])
})

test('a counted list has its total', async () => {
  answering({ body: { data: [], has_next: false, total: 0 } })
  expect(await dataProvider.getList('mails', {})).toMatchObject({ total: 0 })
})

const shown = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.map(({ method, path, body }) => [method, path, body])

test('one record, or several, is read where it stands', async () => {
  const calls = answering({ body: { id: 4, raw: 'FB' } }, { body: { raw: 'fb' } }, { body: {} })
  expect(await dataProvider.getOne('aliases', { id: 4 })).toEqual({ data: { id: 4, raw: 'FB' } })
  const { data } = await dataProvider.getMany('aliases', { ids: [5, 6] })
  expect(data).toEqual([{ id: 5, raw: 'fb' }, { id: 6 }])
  expect(calls.map(({ path }) => path)).toEqual([4, 5, 6].map((id) => `/api/staff/aliases/${id}`))
})

test('records that belong to another are a list narrowed down to it', async () => {
  const calls = answering({ body: { data: [], has_next: false, total: 0 } })
  await dataProvider.getManyReference('mails', {
    target: 'reservation',
    id: 7,
    filter: { state: 'sent' },
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'created_at', order: 'DESC' },
  })
  const query = new URLSearchParams(calls[0]?.path.split('?')[1])
  expect([query.get('reservation'), query.get('state')]).toEqual(['7', 'sent'])
})

test('a record is made, and its changes name the version they were typed over', async () => {
  const calls = answering(
    { status: 201, body: { id: 1, name: 'A' } },
    { body: { id: 1, name: 'B' } },
  )
  const made = await dataProvider.create('campaigns', { data: { name: 'A' } })
  expect(made.data).toEqual({ id: 1, name: 'A' })
  const changed = await dataProvider.update('campaigns', {
    id: 1,
    data: { name: 'B' },
    previousData: { id: 1, version: 9 },
    meta: { version: 3 },
  })
  expect(changed.data).toEqual({ id: 1, name: 'B' })
  expect(shown(calls)).toEqual([
    ['POST', '/api/staff/campaigns', { name: 'A' }],
    ['PATCH', '/api/staff/campaigns/1', { name: 'B', version: 3 }],
  ])
})

test('a stale change is refused with the record as it is now, a wrong one with a sentence for each field', async () => {
  const current = { id: 1, version: 4, name: 'C' }
  const errors = [{ field: 'name', code: 'too_long', message: 'Bitte kürzer.' }]
  answering(refusal(409, 'stale', { current }), refusal(422, 'invalid', { errors }))
  const change = { id: 1, data: { name: 'B' }, previousData: { id: 1 }, meta: { version: 3 } }
  await expect(dataProvider.update('campaigns', change)).rejects.toMatchObject({
    status: 409,
    body: { code: 'stale', current },
  })
  await expect(dataProvider.update('campaigns', change)).rejects.toMatchObject({
    body: { errors: { name: 'Bitte kürzer.' } },
  })
})

test('several are changed or removed one after another, as far as the server lets them', async () => {
  const calls = answering({}, {}, { status: 204 }, refusal(409, 'in_use'))
  const many = { ids: [1, 2], data: { archived: true } }
  expect(await dataProvider.updateMany('campaigns', many)).toEqual({ data: [1, 2] })
  expect(await dataProvider.delete('notes', { id: 3 })).toEqual({ data: { id: 3 } })
  const removed = dataProvider.deleteMany('notes', { ids: [4, 5] })
  await expect(removed).rejects.toMatchObject({ code: 'in_use' })
  expect(shown(calls).map(([method, path]) => `${method} ${path}`)).toEqual([
    'PATCH /api/staff/campaigns/1',
    'PATCH /api/staff/campaigns/2',
    'DELETE /api/staff/notes/3',
    'DELETE /api/staff/notes/4',
  ])
})

test('the browser keeps columns and their widths but nothing that may hold a name', () => {
  const store = consoleStore()
  store.setItem('reservations.columns', ['name'])
  store.setItem('reservations.widths.1', { name: 142 })
  store.setItem('reservations.listParams', { filter: { q: 'Hartwig' } })
  store.reset()
  expect(store.getItem('reservations.columns')).toEqual(['name'])
  expect(store.getItem('reservations.widths.1')).toEqual({ name: 142 })
  expect(store.getItem('reservations.listParams')).toBeUndefined()
  expect(JSON.stringify({ ...localStorage })).not.toContain('Hartwig')
})
