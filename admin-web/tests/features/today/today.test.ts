import { describe, expect, it } from 'vitest'
import { freeBars, packageBars, perDayWords, planBars } from '@/features/today/figures/chartData'
import { type Today, workList } from '@/features/today/today'
import { cellUnit, rowPath } from '@/ui/drawing/cells'

const now = new Date('2026-11-23T10:00:00Z')
const charts = { per_day: [], packages: [], plans: [], parks: [] }
const park = (level: number) => ({ id: 'ingolstadt', title: 'Ingolstadt', detail: '', level })

describe('what is worth a look', () => {
  const today = (...levels: number[]): Today => ({
    tasks: [{ kind: 'capacity', count: levels.length, items: levels.map(park) }],
    new_since_yesterday: levels.length,
    cost_files: null,
    charts,
    setup: null,
  })

  it('begins with what is new and leads to it', () => {
    const [fresh, full] = workList(today(90), now)
    expect(fresh).toMatchObject({ count: 1, title: 'neue Reservierung' })
    expect(decodeURIComponent(fresh?.path ?? '')).toBe(
      '/reservations?filter={"created_from":"2026-11-22"}',
    )
    expect(full).toMatchObject({ title: 'Park fast voll', path: '/parks/ingolstadt/show' })
    expect(workList(today(), now)).toEqual([])
  })

  it('names files of costs that wait, for those who may take them over', () => {
    const [, one] = workList({ ...today(90), cost_files: 1 }, now)
    expect(one).toMatchObject({ count: 1, title: 'Kostendatei eingegangen', path: '/costs' })
    expect(workList({ ...today(), cost_files: 2 }, now)).toMatchObject([
      { count: 2, title: 'Kostendateien eingegangen' },
    ])
    expect(workList({ ...today(), cost_files: 0 }, now)).toEqual([])
  })

  it('says whether parks are full', () => {
    expect(workList(today(100), now)[1]?.title).toBe('Park voll')
    expect(workList(today(100, 100), now)[1]?.title).toBe('Parks voll')
    expect(workList(today(100, 80), now)[1]?.title).toBe('Parks voll oder fast voll')
    expect(workList(today(80, 80), now)[1]?.title).toBe('Parks fast voll')
  })
})

describe('charts', () => {
  it('choose a round number for a cell', () => {
    expect([1, 12, 13, 24, 25, 121, 1300].map((most) => cellUnit(most, 12))).toEqual([
      1, 1, 2, 2, 5, 20, 200,
    ])
  })

  it('cut the last cell where the count ends inside it', () => {
    const row = rowPath({ x: 0, y: 5, height: 16, cellWidth: 12 }, 1.5)
    expect(row).toBe('M0 5h10v16h-10zM12 5h5v16h-5z')
  })

  it('name packages, plans and parks, smallest package first', () => {
    const packages = [
      { annual_kwh: 3000, count: 1 },
      { annual_kwh: 1000, count: 1299 },
    ]
    expect(packageBars({ ...charts, packages }).map(({ name, label }) => [name, label])).toEqual([
      ['Basic, 1.000 kWh', '1.299'],
      ['Premium, 3.000 kWh', '1'],
    ])
    const plans = [
      { payment_plan: '48m', count: 2 },
      { payment_plan: 'one-off', count: 3 },
    ]
    expect(planBars({ ...charts, plans }).map(({ name }) => name)).toEqual(['Einmal', '48 Raten'])
    const parks = [{ id: 'ingolstadt', name: 'Ingolstadt', free: 178, total: 500 }]
    expect(freeBars({ ...charts, parks })[0]?.label).toBe('178 von 500')
  })

  it('of a park without spots say that it is not open', () => {
    const parks = [{ id: 'munich', name: 'München-Ost', free: 0, total: 0 }]
    expect(freeBars({ ...charts, parks })[0]?.label).toBe('noch nicht geöffnet')
  })

  it('are told in a sentence', () => {
    const days = [
      { day: '2026-11-22', count: 3 },
      { day: '2026-11-23', count: 12 },
    ]
    expect(perDayWords(days)).toBe('15 in 2 Tagen, am meisten am 23. November: 12.')
    expect(perDayWords([])).toContain('keine Reservierung')
  })
})
