import { expect, test } from 'vitest'
import { dataProvider } from '@/api/dataProvider'
import { consoleStore } from '@/app/store'
import { answering } from '../server'

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

test('one record and changes are no business of it', async () => {
  await expect(dataProvider.getOne('mails', { id: 1 })).rejects.toThrow(/lists only/)
  await expect(dataProvider.deleteMany('mails', { ids: [1] })).rejects.toThrow(/lists only/)
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
