import { describe, expect, it } from 'vitest'
import {
  assumptionWords,
  PRICE_PATH,
  PROFIT,
  RATE,
  readMonth,
  readTyped,
  typedMonth,
  typedOf,
  YEARS,
} from '@/features/reports/credits/assumptions/assumptions'

describe('an assumption that is typed', () => {
  it('goes to the server in whole small parts', () => {
    expect(readTyped(RATE, '6,5')).toEqual({ value: ['65'] })
    expect(readTyped(PROFIT, ' 4 ')).toEqual({ value: ['40'] })
    expect(readTyped(PRICE_PATH, '0,29')).toEqual({ value: '29' })
    expect(readTyped(YEARS, '12')).toEqual({ value: '12' })
  })

  it('may be negative, with either sign', () => {
    expect(readTyped(PRICE_PATH, '−1,5')).toEqual({ value: '-150' })
    expect(readTyped(PRICE_PATH, '-1,5')).toEqual({ value: '-150' })
    expect(readTyped(PRICE_PATH, '-0')).toEqual({ value: '0' })
  })

  it('leaves bounds to the server', () => {
    expect(readTyped(RATE, '-1')).toEqual({ value: ['-10'] })
    expect(readTyped(YEARS, '40')).toEqual({ value: '40' })
  })

  it('may be left out where that means something', () => {
    expect(readTyped(RATE, '')).toEqual({ value: [] })
    expect(readTyped(PROFIT, '')).toEqual({ value: [] })
  })

  it('is refused where it is no number or too fine', () => {
    expect(readTyped(RATE, 'viel')).toEqual({
      why: 'Bitte geben Sie eine Zahl ein, zum Beispiel 6,5.',
    })
    expect(readTyped(RATE, '6.5')).toHaveProperty('why')
    expect(readTyped(RATE, '6,55')).toEqual({
      why: 'Bitte geben Sie höchstens eine Stelle nach dem Komma ein.',
    })
    expect(readTyped(PRICE_PATH, '0,123')).toEqual({
      why: 'Bitte geben Sie höchstens zwei Stellen nach dem Komma ein.',
    })
    expect(readTyped(YEARS, '2,5')).toEqual({ why: 'Bitte geben Sie eine ganze Zahl ein.' })
  })
})

describe('an assumption of the address', () => {
  it('stands in its field as people write it', () => {
    expect(typedOf(RATE, ['65'])).toBe('6,5')
    expect(typedOf(RATE, [])).toBe('')
    expect(typedOf(PRICE_PATH, '-150')).toBe('−1,5')
    expect(typedOf(YEARS, '20')).toBe('20')
  })

  it('stands there as it is where it is no number', () => {
    expect(typedOf(RATE, ['viel'])).toBe('viel')
  })
})

describe('the first month', () => {
  it('is typed as month and year', () => {
    expect(readMonth('4/2027')).toEqual({ value: ['2027-04-01'] })
    expect(readMonth('04.2027')).toEqual({ value: ['2027-04-01'] })
    expect(readMonth('')).toEqual({ value: [] })
  })

  it('is one there is', () => {
    expect(readMonth('13/2027')).toEqual({ why: expect.stringContaining('04/2027') })
    expect(readMonth('April')).toHaveProperty('why')
  })

  it('stands in its field the same way', () => {
    expect(typedMonth(['2027-04-01'])).toBe('04/2027')
    expect(typedMonth([])).toBe('')
    expect(typedMonth(['gestern'])).toBe('gestern')
  })
})

describe('the assumptions on paper', () => {
  const given = {
    rate_tenth_ct: null,
    profit_tenth_ct: 40,
    price_path_bp: -150,
    price_basis: 'nominal',
    inflation_bp: 200,
    degradation_bp: 50,
    years: 20,
  }

  it('are a sentence', () => {
    expect(assumptionWords(given).replaceAll('\u00a0', ' ')).toBe(
      'Annahmen: Gewinn des Parks 4 Cent je kWh, Preispfad −1,5 % im Jahr, Alterung der Module 0,5 % im Jahr, 20 Jahre.',
    )
  })

  it('tell no profit that nobody entered', () => {
    expect(assumptionWords({ ...given, profit_tenth_ct: null })).toMatch(/^Annahmen: Preispfad /)
  })

  it('tell the free rate and inflation where they count', () => {
    const words = assumptionWords({ ...given, rate_tenth_ct: 65, price_basis: 'real' })
    expect(words.replaceAll('\u00a0', ' ')).toContain('freier Satz 6,5 Cent, Gewinn')
    expect(words.replaceAll('\u00a0', ' ')).toContain('über der Inflation, Inflation 2 % im Jahr')
  })
})
