import { describe, expect, it } from 'vitest'
import { banded, dueWords, isPressing, type Line, termWords } from '@/features/today/queue/work'

const line = (changes: Partial<Line>): Line =>
  ({
    kind: 'follow_up',
    subject_id: '1',
    band: 'today',
    due_on: '2026-11-25',
    due_at: null,
    term: null,
    snoozed_until: null,
    ...changes,
  }) as Line

const term = (day: number, ends_on = '2026-11-27', legal_ends_on = ends_on) => ({
  starts_on: '2026-11-13',
  ends_on,
  legal_ends_on,
  day,
  days: 14,
})
const TODAY = '2026-11-25'

describe('when a line is due', () => {
  it('is said as people say it', () => {
    expect(dueWords(line({}), TODAY)).toBe('heute')
    expect(dueWords(line({ due_at: '2026-11-25T13:10:00Z' }), TODAY)).toBe('bis 14:10')
    expect(dueWords(line({ due_on: '2026-11-20' }), TODAY)).toBe('seit Fr 20.11.')
    expect(dueWords(line({ due_on: '2025-12-23' }), TODAY)).toBe('seit Di 23.12.2025')
    expect(dueWords(line({ due_on: '2026-11-26' }), TODAY)).toBe('bis Do 26.11.')
    expect(dueWords(line({ snoozed_until: '2026-11-30' }), TODAY)).toBe('ab Mo 30.11.')
    expect(dueWords(line({ term: term(12) }), TODAY)).toBe('bis Fr 27.11.')
    expect(dueWords(line({ term: term(14, '2026-11-20') }), TODAY)).toBe('seit Fr 20.11.')
  })

  it('names both days where § 193 BGB moves the end of a term', () => {
    expect(termWords(term(10), TODAY)).toEqual(['Tag 10 von 14.', 'Frist endet am Fr 27.11.'])
    expect(termWords(term(14, '2026-11-24'), TODAY)[1]).toBe('Frist endete am Di 24.11.')
    expect(termWords(term(3, '2026-11-28', '2026-11-30'), TODAY)[1]).toBe(
      'Frist endet am Mo 30.11., weil der Sa 28.11. kein Werktag ist (§ 193 BGB).',
    )
  })

  it('presses from the tenth of fourteen days on, and when it is overdue', () => {
    expect([9, 10].map((day) => isPressing(line({ term: term(day) }), TODAY))).toEqual([
      false,
      true,
    ])
    expect(isPressing(line({ due_on: '2026-11-24' }), TODAY)).toBe(true)
    expect(isPressing(line({}), TODAY)).toBe(false)
  })
})

describe('the bands of a page', () => {
  const lines = [line({ band: 'legal' }), line({ band: 'backlog' }), line({ band: 'later' })]
  const bands = [
    { name: 'legal', count: 1 },
    { name: 'waiting', count: 4 },
    { name: 'backlog', count: 72 },
    { name: 'later', count: 9 },
  ] as const
  const folds = (data: Line[], isOpened = false) =>
    banded({ data, bands: [...bands] }, isOpened).map(({ name, count, isFolded }) => [
      name,
      count,
      isFolded,
    ])

  it('leave out those without lines here, count all pages, and fold what was left over', () => {
    expect(folds(lines)).toEqual([
      ['legal', 1, false],
      ['backlog', 72, true],
      ['later', 9, false],
    ])
    expect(folds(lines, true)[1]).toEqual(['backlog', 72, false])
  })

  it('never fold the first, so that a page shows something', () => {
    expect(folds(lines.slice(1))).toEqual([
      ['backlog', 72, false],
      ['later', 9, false],
    ])
  })
})
