import { describe, expect, it } from 'vitest'
import { freeBars, packageBars, perDayWords, planBars } from '@/features/today/chartData'
import { itemPath, type Today, workList } from '@/features/today/today'
import { cellUnit, columnPath, rowPath } from '@/ui/drawing/cells'

const now = new Date('2026-11-23T10:00:00Z')
const charts = { per_day: [], packages: [], plans: [], parks: [] }
const item = (id: string, at: string | null = null) => ({
  id,
  title: id,
  detail: '',
  at,
  ids: [],
  level: null,
})

describe('the work list', () => {
  const today: Today = {
    tasks: [
      { kind: 'failed_mails', count: 1, items: [item('9')] },
      { kind: 'duplicates', count: 0, items: [] },
      { kind: 'follow_ups', count: 2, items: [item('4', '2026-11-21T23:00:00Z')] },
      { kind: 'capacity', count: 1, items: [item('ingolstadt')] },
    ],
    new_since_yesterday: 4,
    charts,
    setup: null,
  }

  it('begins with what is overdue, then what is new, and leaves out what is not there', () => {
    expect(workList(today, 'staff', now).map(({ key, tone }) => [key, tone])).toEqual([
      ['follow_ups', 'urgent'],
      ['new', 'yours'],
      ['failed_mails', 'plain'],
      ['capacity', 'plain'],
    ])
  })

  it('is not red for a follow-up of today, which begins at midnight in Berlin', () => {
    const due = [
      { ...today.tasks[2], items: [item('4', '2026-11-22T23:00:00Z')] },
    ] as Today['tasks']
    expect(workList({ ...today, tasks: due }, 'staff', now)[0]?.tone).toBe('yours')
  })

  it('says one and many differently, and leads to the filtered list', () => {
    const [, fresh, mail] = workList(today, 'staff', now)
    expect(fresh).toMatchObject({ count: 4, title: 'neue Reservierungen' })
    expect(decodeURIComponent(fresh?.path ?? '')).toBe(
      '/reservations?filter={"created_from":"2026-11-22"}',
    )
    expect(mail).toMatchObject({ title: 'Mail nicht zugestellt', action: 'Prüfen' })
    expect(decodeURIComponent(mail?.path ?? '')).toBe('/mails?filter={"state":"failed"}')
  })

  it('is empty when nothing is to be done', () => {
    expect(
      workList({ tasks: [], new_since_yesterday: 0, charts, setup: null }, 'staff', now),
    ).toEqual([])
  })

  it('leads from each item to its page', () => {
    expect(itemPath('failed_mails', item('9'))).toBe('/mails/9/show')
    expect(itemPath('follow_ups', item('4'))).toBe('/reservations/4/show')
    expect(itemPath('capacity', item('ingolstadt'))).toBe('/parks/ingolstadt/show')
    expect(itemPath('duplicates', item('3-4'))).toBe('/reservations/duplicates')
  })
})

describe('charts', () => {
  it('choose a round number for a cell', () => {
    expect([1, 12, 13, 24, 25, 121, 1300].map((most) => cellUnit(most, 12))).toEqual([
      1, 1, 2, 2, 5, 20, 200,
    ])
  })

  it('cut the last cell where the count ends inside it', () => {
    const column = columnPath({ x: 0, bottom: 100, width: 10, cellHeight: 12 }, 1.5)
    expect(column).toBe('M0 100h10v-10h-10zM0 88h10v-5h-10z')
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
