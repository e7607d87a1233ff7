import { describe, expect, it } from 'vitest'
import { columns } from '@/features/reservations/list/columns'
import {
  listFilters,
  offeredFilters,
  showsView,
  viewAddress,
} from '@/features/reservations/list/filters/filters'
import { OPEN_FACTS } from '@/features/reservations/show/facts/fields'
import type { Facets, ViewDefinition } from '@/features/reservations/types'
import { type Filter, filterWords, toggled, without } from '@/ui/list/filters/filter'

const filter = (name: string): Filter => {
  const found = offeredFilters(undefined, true).find((one) => one.name === name)
  if (!found) throw new Error(`no filter ${name}`)
  return found
}

describe('a filter on its button', () => {
  it('names several states in German', () => {
    expect(filterWords(filter('state'), { state: 'reserved,invited' })).toBe(
      'Reserviert, Eingeladen',
    )
  })

  it('names a package instead of its kilowatt hours', () => {
    expect(filterWords(filter('annual_kwh'), { annual_kwh: '3000' })).toBe('Premium')
  })

  it.each([
    [{ created_from: '2026-11-01' }, 'ab 01.11.2026'],
    [{ created_to: '2026-11-05' }, 'bis 05.11.2026'],
    [{ created_from: '2026-11-01', created_to: '2026-11-05' }, '01.11.2026 bis 05.11.2026'],
    [{ created_from: '2026-11-05', created_to: '2026-11-05' }, '05.11.2026'],
  ])('words a period %j as „%s“', (values, words) => {
    expect(filterWords(filter('created'), values)).toBe(words)
  })

  it('names the last burst, to which the alert leads, and earlier ones by their beginning', () => {
    expect(filterWords(filter('burst'), { burst: 'last' })).toBe('Der letzte')
    const facets = { burst: ['2026-11-03T10:00:00Z'] } as Facets
    const known = offeredFilters(facets, true).find(({ name }) => name === 'burst') as Filter
    expect(filterWords(known, { burst: '2026-11-03T10:00:00Z' })).toMatch(/^Ab .*11:00/)
  })

  it('shows a value the facets do not know as it is', () => {
    expect(filterWords(filter('utm_campaign'), { utm_campaign: 'Herbst' })).toBe('Herbst')
  })
})

it('offers marketing nothing that tells about a person', () => {
  const shown = [...offeredFilters(undefined, false), ...columns(false), ...OPEN_FACTS]
  const offered = shown.map(({ name }) => name)
  for (const name of ['utm_campaign', 'annual_kwh', 'monthly_abschlag'])
    expect(offered).toContain(name)
  for (const name of ['follow_up_until', 'spot_number', 'energy_provider', 'tag', 'burst'])
    expect(offered).not.toContain(name)
})

describe('the values of filters', () => {
  it('puts a value into a list and takes it out again', () => {
    expect(toggled('reserved', 'invited')).toBe('reserved,invited')
    expect(toggled('reserved,invited', 'reserved')).toBe('invited')
    expect(toggled(undefined, 'reserved')).toBe('reserved')
  })

  it('removes both days of a period', () => {
    const values = { created_from: '2026-11-01', created_to: '2026-11-05', q: 'weiß' }
    expect(without(values, filter('created'))).toEqual({ q: 'weiß' })
  })

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
