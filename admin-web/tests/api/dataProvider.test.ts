import { expect, test } from 'vitest'
import { dataProvider } from '@/api/dataProvider'
import { listQuery } from '@/api/listQuery'
import { consoleStore } from '@/app/store'
import { answering, refusal } from '../server'

test('a list is asked for by page, sort and filters, empty ones left out', () => {
  const query = listQuery({
    pagination: { page: 2, perPage: 50 },
    sort: { field: 'created_at', order: 'DESC' },
    filter: { q: 'Müller & Söhne', state: ['reserved', 'invited'], plan: '', park: null },
  })
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
    page: '2',
    per_page: '50',
    sort: 'created_at',
    order: 'desc',
    q: 'Müller & Söhne',
  })
  expect(new URLSearchParams(query).getAll('state')).toEqual(['reserved', 'invited'])
  expect(query).not.toMatch(/plan|park/)
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

test('an edit sends what changed and the version that was seen', async () => {
  const calls = answering({ body: { id: 7, name: 'Neu', version: 4 } })
  const previousData = { id: 7, name: 'Alt', tags: ['a'], notes: null, version: 3 }
  await dataProvider.update('reservations', {
    id: 7,
    data: { ...previousData, name: 'Neu', tags: ['a'] },
    previousData,
  })
  expect(calls[0]).toMatchObject({
    method: 'PATCH',
    path: '/api/staff/reservations/7',
    body: { name: 'Neu', version: 3 },
  })
})

test('references that are gone are left out', async () => {
  answering({ body: { id: 1 } }, refusal(404, 'not_found'))
  expect(await dataProvider.getMany('parks', { ids: [1, 2, 1] })).toEqual({ data: [{ id: 1 }] })
})

test('a named operation is a call below the staff API', async () => {
  const calls = answering({ body: { cancelled: true } })
  await dataProvider.call('POST', 'reservations/7/cancel', { reason: 'Wunsch' })
  expect(calls[0]).toMatchObject({
    path: '/api/staff/reservations/7/cancel',
    body: { reason: 'Wunsch' },
  })
})

test('many records are never changed one by one in the browser', async () => {
  await expect(dataProvider.deleteMany('mails', { ids: [1] })).rejects.toThrow(/bulk/)
})

test('the browser keeps columns but nothing that may hold a name', () => {
  const store = consoleStore()
  store.setItem('reservations.columns', ['name'])
  store.setItem('reservations.listParams', { filter: { q: 'Hartwig' } })
  store.reset()
  expect(store.getItem('reservations.columns')).toEqual(['name'])
  expect(store.getItem('reservations.listParams')).toBeUndefined()
  expect(JSON.stringify({ ...localStorage })).not.toContain('Hartwig')
})
