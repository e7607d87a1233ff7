import { describe, expect, it } from 'vitest'
import { readLimits } from '@/features/parks/limits/limits'
import { changeLines, parkForm, readParkForm } from '@/features/parks/park'
import { picked, readNumbers, writeNumbers } from '@/features/parks/spots/ranges'
import { spotAction } from '@/features/parks/spots/spot'
import { filledCells } from '@/features/parks/stripCells'
import { germanNumber } from '@/lib/germanNumber'
import { type SpotFigures, shareTaken, spotsWords } from '@/ui/park/capacity'
import { repositoryFile } from '../../repository'

const golden = JSON.parse(repositoryFile('tests/golden/fullness_words.json')) as (SpotFigures & {
  words: string
})[]
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('numbers of spots', () => {
  it.each([
    ['17, 20–25', [17, 20, 21, 22, 23, 24, 25]],
    ['20-22', [20, 21, 22]],
    ['20 bis 22; 3', [3, 20, 21, 22]],
    ['22 – 20', [20, 21, 22]],
    ['5 5 5', [5]],
    ['', []],
  ])('„%s“ can be read', (text, numbers) => {
    expect(readNumbers(text, 500)).toEqual({ numbers, problem: null })
  })

  it('says which piece is no number, and keeps the others', () => {
    expect(readNumbers('17, abc', 500)).toEqual({
      numbers: [17],
      problem: '„abc“ ist keine Nummer. Schreiben Sie zum Beispiel 17, 20–25.',
    })
  })

  it('says where the park ends, without counting to a million', () => {
    const { numbers, problem } = readNumbers('499–1000000', 500)
    expect(numbers).toEqual([499, 500])
    expect(problem).toBe('Der Park hat die Plätze 1 bis 500; 1000000 gibt es nicht.')
    expect(readNumbers('0', 500).problem).toBe('Die Nummern beginnen bei 1.')
  })

  it('takes at most 5,000 at once', () => {
    expect(readNumbers('1–5001', 10_000).problem).toBe(
      'Das sind 5.001 Plätze. Bitte höchstens 5.000 Plätze auf einmal.',
    )
    expect(readNumbers('1–5000', 10_000).problem).toBeNull()
  })

  it('are written as ranges that can be read again', () => {
    expect(writeNumbers([17, 20, 21, 22, 30, 31])).toBe('17, 20–22, 30–31')
    expect(readNumbers(writeNumbers([1, 2, 9]), 500).numbers).toEqual([1, 2, 9])
  })

  it('are picked alone, as a range in both directions, or one by one', () => {
    expect(picked([4, 5], 9, 'one', 4)).toEqual([9])
    expect(picked([4], 7, 'range', 4)).toEqual([4, 5, 6, 7])
    expect(picked([4], 2, 'range', 4)).toEqual([2, 3, 4])
    expect(picked([4, 9], 7, 'toggle', 4)).toEqual([4, 7, 9])
    expect(picked([4, 9], 4, 'toggle', 4)).toEqual([9])
  })
})

describe('limits', () => {
  it.each(golden)('are told as the server tells them: $words', ({ words, ...figures }) => {
    expect(spotsWords(figures)).toBe(words)
  })

  it('are drawn by what is gone of them', () => {
    expect(shareTaken(0, 0)).toBe(0)
    expect(shareTaken(3, 0)).toBe(1)
  })

  it('are read in German, an empty kWh field as none', () => {
    expect(readLimits({ spot_limit: '1.200', kwh_limit: '' }).values).toEqual({
      spot_limit: 1200,
      kwh_limit: null,
    })
    const wrong = readLimits({ spot_limit: '12,5', kwh_limit: 'viel' })
    expect(wrong.problems.spot_limit).toContain('ganze Zahl')
    expect(wrong.problems.kwh_limit).toContain('ganze Zahl')
  })

  it('fill cells, and split the one where the share ends', () => {
    const { full, empty } = filledCells(0.5125)
    expect(full.match(/M/g)).toHaveLength(21)
    expect(full.endsWith('M401 1h8.5v14h-8.5z')).toBe(true)
    expect(empty.match(/M/g)).toHaveLength(20)
    expect(filledCells(1.2).empty).toBe('')
  })
})

describe('a park', () => {
  const park = {
    id: 'ingolstadt',
    name: 'Ingolstadt',
    location: 'Ingolstadt',
    capacity_kw: 1450,
    households: 414,
    status: 'Bauphase' as const,
    timeline: 'Q3 2026',
    progress_note: 'Die Netzzusage liegt vor.',
    progress_on: '2026-11-22',
    invest_minimum_cents: 50_050,
    spot_limit: 500,
    kwh_limit: null,
    kwh_taken: 0,
    fullness: {
      spot_limit: 500,
      occupied: 0,
      reserved: 0,
      held: 0,
      blocked: 0,
      free: 500,
      overbooked: 0,
      left: 500,
      kwh_limit: null,
      kwh_taken: 0,
      level: null,
      spots_words: '0 von 500 belegt',
      kwh_words: '0 kWh im Jahr belegt, keine Grenze gesetzt',
    },
    paused_at: null,
    cancelled_at: null,
    confirmed_at: null,
    version: 1,
  }

  it('comes out of its form as it went in', () => {
    const { values, problems } = readParkForm(parkForm(park))
    expect(problems).toEqual({})
    expect(values).toMatchObject({ capacity_kw: 1450, invest_minimum_cents: 50_050 })
  })

  it('says where it stands, and for which day', () => {
    const { values, problems } = readParkForm({ ...parkForm(park), progress_note: ' ' })
    expect(problems).toEqual({})
    expect(values).toMatchObject({ progress_note: '', progress_on: '2026-11-22' })
    const before = { progress_on: '2026-11-22' }
    expect(changeLines({ before, after: { progress_on: '2026-12-01' } })).toEqual([
      'Auskunft vom: 22.11.2026 → 01.12.2026',
    ])
  })

  it('says at each field what is wrong', () => {
    const { problems } = readParkForm({ ...parkForm(park), name: ' ', households: 'viele' })
    expect(Object.keys(problems)).toEqual(['name', 'households'])
  })

  it('tells a change with what it was before', () => {
    const before = { spot_limit: 500, kwh_limit: null, timeline: 'Q3 2026' }
    const after = { spot_limit: 480, kwh_limit: 900_000, timeline: 'Q3 2026' }
    expect(changeLines({ before, after }).map(plain)).toEqual([
      'Grenze der Plätze: 500 → 480',
      'Grenze in kWh: keine → 900.000 kWh',
    ])
    expect(changeLines({ before: {}, after: { numbers: [4, 5, 6, 9] } })).toEqual([
      'Plätze: 4–6, 9',
    ])
  })
})

it('reads German numbers and nothing else', () => {
  expect(['1.450', '1450', '85,50', '1.299,00'].map(germanNumber)).toEqual([1450, 1450, 85.5, 1299])
  expect(['', '1,450.00', '-3', '1.45', 'viel'].map(germanNumber)).toEqual(Array(5).fill(null))
})

it('tells in German whatever happens to a spot, also when it is taken back', () => {
  const { spot_events } = JSON.parse(repositoryFile('tests/golden/reservation_words.json')) as {
    spot_events: Record<string, string>
  }
  for (const [action, words] of Object.entries(spot_events)) {
    expect(spotAction(action)).toBe(words)
    expect(spotAction(`undo_${action}`)).toBe(`Zurückgenommen: ${words}`)
  }
  expect(spotAction('kite_flown')).toBe('Geändert')
})
