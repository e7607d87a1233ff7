// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { columns } from '@/features/reservations/list/columns'
import { offeredFilters } from '@/features/reservations/list/filters'
import { listFilters, showsView, viewAddress } from '@/features/reservations/list/query'
import { OPEN_FACTS } from '@/features/reservations/show/facts/fields'
import type { Facets, ViewDefinition } from '@/features/reservations/types'
import { type FilterChoice, periodWords } from '@/ui/table/filters'

/** What a value of a filter is called among its choices. */
function wordOf(source: string, value: string, facets?: Facets) {
  const found = offeredFilters(facets, true).find(({ props }) => props.source === source)
  const choices: FilterChoice[] = Object(found?.props).choices
  return choices.find((one) => one.value === value)?.label
}

describe('a filter says what it is set to', () => {
  it('by states in German', () => {
    expect(wordOf('state', 'reserved')).toBe('Reserviert')
    expect(wordOf('state', 'invited')).toBe('Eingeladen')
  })

  it('by a package instead of its kilowatt hours', () => {
    expect(wordOf('annual_kwh', '3000')).toBe('Premium')
  })

  it.each([
    ['2026-11-01', undefined, 'ab 01.11.2026'],
    [undefined, '2026-11-05', 'bis 05.11.2026'],
    ['2026-11-01', '2026-11-05', '01.11.2026 bis 05.11.2026'],
    ['2026-11-05', '2026-11-05', '05.11.2026'],
  ])('by a period from %s to %s as „%s“', (from, to, words) => {
    expect(periodWords(from, to)).toBe(words)
  })

  it.each([
    ['deposit_state', 'failed', 'Gescheitert'],
    ['channel', 'site', 'Website'],
    ['channel', 'import', 'Eingelesene Liste'],
    ['address', 'unconfirmed', 'Noch zu bestätigen'],
    ['address', 'none', 'Keine, nur Briefe'],
  ])('%s %s as „%s“', (source, value, words) => {
    expect(wordOf(source, value)).toBe(words)
  })

  it('by the last burst, to which the alert leads, and earlier ones by their beginning', () => {
    expect(wordOf('burst', 'last')).toBe('Der letzte')
    const facets = { burst: ['2026-11-03T10:00:00Z'] } as Facets
    expect(wordOf('burst', '2026-11-03T10:00:00Z', facets)).toMatch(/^Ab .*11:00/)
  })
})

it('offers marketing nothing that tells about a person', () => {
  const offered = [
    ...offeredFilters(undefined, false).map(({ props }) => props.source),
    ...columns(false).map(({ source }) => source),
    ...OPEN_FACTS.map(({ name }) => name),
  ]
  for (const name of ['utm_campaign', 'annual_kwh', 'monthly_abschlag'])
    expect(offered).toContain(name)
  for (const name of ['follow_up_until', 'spot_number', 'energy_provider', 'tag', 'burst'])
    expect(offered).not.toContain(name)
})

describe('the values of filters', () => {
  it('sends only what is set', () => {
    expect(listFilters({ q: 'weiß', state: '', tag: undefined })).toEqual({ q: 'weiß' })
  })

  it('sends lists as lists and numbers as numbers', () => {
    const values = {
      state: 'reserved,invited',
      annual_kwh: '2000,3000',
      spot_number: '7',
      ids: '3',
    }
    expect(listFilters(values)).toEqual({
      state: ['reserved', 'invited'],
      annual_kwh: [2000, 3000],
      spot_number: 7,
      ids: [3],
    })
  })
})

describe('a saved view', () => {
  const view: ViewDefinition = {
    filters: { state: ['reserved', 'invited'], q: 'weiß' },
    sort: 'last_name',
    order: 'asc',
    columns: ['last_name'],
  }

  it('leads to an address that names everything it shows', () => {
    const query = new URLSearchParams(viewAddress(view).split('?')[1])
    expect(JSON.parse(query.get('filter') ?? '')).toEqual({
      state: 'reserved,invited',
      q: 'weiß',
    })
    expect([query.get('sort'), query.get('order')]).toEqual(['last_name', 'ASC'])
  })

  it('is recognised whatever the order of its filters', () => {
    const filters = listFilters({ q: 'weiß', state: 'reserved,invited' })
    const list = { ...view, filters }
    expect(showsView({ ...view, columns: null }, list)).toBe(true)
    expect(showsView({ ...view, columns: null }, { ...list, order: 'desc' })).toBe(false)
    expect(showsView({ ...view, columns: null }, { ...list, filters: {} })).toBe(false)
  })
})
