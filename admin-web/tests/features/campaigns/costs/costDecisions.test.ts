// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { countWords } from '@/features/campaigns/costs/countWords'
import { arrivalWords } from '@/features/campaigns/costs/files/Arrivals'
import {
  type Rate,
  UNDECIDED,
  withLine,
  withRate,
  withReason,
} from '@/features/campaigns/costs/files/costImport'
import { rateLine } from '@/features/campaigns/costs/files/ImportList'
import {
  foreignMoney,
  rateProblems,
  rateWords,
} from '@/features/campaigns/costs/files/questions/CurrencyRates'
import { createPath } from '@/features/campaigns/costs/files/questions/NamesChoice'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

it('the reason of a line goes with it', () => {
  const reasoned = withReason(withLine(UNDECIDED, 3, true), 3, 'wrong')
  expect(reasoned.reasons).toEqual({ '3': 'wrong' })
  expect(withLine(reasoned, 3, false)).toEqual(UNDECIDED)
})

describe('foreign money', () => {
  const usd: Rate = { currency: 'USD', rate: '0,9', on: '2026-11-02', source: 'ecb' }
  const found = { currency: 'USD', lines: 2, amount: 151, cents: null, whole_cents: null }

  it('has one rate a currency', () => {
    const both = withRate(withRate(UNDECIDED, usd), { ...usd, currency: 'CHF' })
    expect(withRate(both, { ...usd, rate: '0,91' }).rates).toEqual([
      { ...usd, currency: 'CHF' },
      { ...usd, rate: '0,91' },
    ])
  })

  it.each(['', '0', '-1', 'viel', '1.234,5', '1,123456789'])('is no rate: %s', (typed) => {
    expect(rateProblems(typed, '2026-11-02').rate).toContain('0,9213')
  })

  it('needs a rate and its day', () => {
    expect(rateProblems('0,9213', '2026-11-02')).toEqual({})
    expect(rateProblems('0.9213', '').on).toContain('von welchem Tag')
  })

  it('says when roundings add up', () => {
    expect(rateWords(found)).toContain('Nennen Sie bitte den Kurs')
    expect(plain(rateWords({ ...found, cents: 139, whole_cents: 139 }))).toBe('Umgerechnet 1,39 €.')
    expect(plain(rateWords({ ...found, cents: 140, whole_cents: 139 }))).toContain('1,39 €')
    expect(plain(foreignMoney(123_405, 'USD'))).toBe('1.234,05 USD')
  })

  it('keeps its rate in the list of imports', () => {
    expect(plain(rateLine({ ...usd, rate: '0.9213' }))).toBe(
      '1 USD = 0,9213 €, Referenzkurs der EZB vom 02.11.2026',
    )
  })
})

it('a click costs what the days with clicks cost', () => {
  expect(plain(countWords({ clicks: 15, impressions: 1307, cents: 1500 }))).toBe(
    '15 Klicks, 1.307 Einblendungen, 1,00 € je Klick.',
  )
  expect(plain(countWords({ clicks: 0, impressions: null, cents: 0 }))).toBe('0 Klicks.')
  expect(countWords({ clicks: null, impressions: null, cents: 1500 })).toBeNull()
})

it('a new campaign begins with the name in the file', () => {
  expect(createPath('Solar & Dach', 'google')).toBe(
    '/campaigns/create?name=Solar+%26+Dach&utm_source=google&utm_medium=cpc&utm_campaign=Solar+%26+Dach',
  )
  expect(createPath('Messe', 'other')).toContain('utm_source=&utm_medium=&')
})

describe('a file that came in by itself', () => {
  const arrival = {
    ...{ id: 1, file_name: 'm.csv', arrived_at: '2026-11-04T12:00:00Z' },
    ...{ problem: null, lines: 21, cents: 42098, open_lines: 2 },
  }

  it('says what it would bring', () => {
    expect(plain(arrivalWords(arrival))).toBe(
      '21 Zeilen, bisher 420,98 €; 2 Zeilen brauchen Ihren Blick',
    )
    expect(arrivalWords({ ...arrival, problem: 'Kaputt.' })).toBe('nicht lesbar')
  })
})
