import { describe, expect, test } from 'vitest'
import { amountWords } from '@/features/reports/marketing/models/ExtrapolatedBars'
import {
  basisOf,
  type ExtrapolatedRow,
  originName,
  tableOf,
} from '@/features/reports/marketing/models/origins'

const row = {
  channel: 'campaign',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'solar',
  referrer_host: '',
  origins: 1,
  chosen_ppm: 12_400_000,
  seen_ppm: 6_000_000,
  lower_ppm: 10_100_000,
  upper_ppm: 15_000_000,
} as ExtrapolatedRow

describe('what is extrapolated', () => {
  test('is told with its interval and the part that was seen', () => {
    expect(amountWords(row)).toBe('12,40 (10,10 bis 15,00), davon 6,00 gesehen')
  })

  test('is told in whole kWh and euros, and with their unit once', () => {
    const kwh = {
      ...row,
      chosen_ppm: 4_349_600_000,
      seen_ppm: 2e9,
      lower_ppm: 3.2e9,
      upper_ppm: 5.1e9,
    }
    expect(amountWords(kwh, 'kwh_ppm')).toBe(
      '4.350\u00a0kWh (3.200 bis 5.100), davon 2.000 gesehen',
    )
    const cents = { ...row, chosen_ppm: 1.399e11, seen_ppm: 0, lower_ppm: 1e11, upper_ppm: 2e11 }
    expect(amountWords(cents, 'cents_ppm')).toBe('1.399\u00a0€ (1.000 bis 2.000), davon 0 gesehen')
  })

  test('of each measure is a table of its own', () => {
    expect(tableOf('contracts', 'extrapolated')).toBe('extrapolated_contracts')
    expect(tableOf('money', 'measured')).toBe('measured_money')
    expect(tableOf('kwh', 'origins')).toBe('kwh')
  })

  test('has no interval where all of it was seen', () => {
    const certain = { ...row, chosen_ppm: 6_000_000, lower_ppm: 6_000_000, upper_ppm: 6_000_000 }
    expect(amountWords(certain)).toBe('6,00, davon 6,00 gesehen')
  })

  test('of several small origins is called by their channel and number', () => {
    expect(originName(row)).toBe('google / cpc / solar')
    const several = { ...row, utm_source: '', utm_medium: '', utm_campaign: '', origins: 7 }
    expect(originName(several)).toBe('Kampagne: 7 kleine')
  })

  test('is shown for a known basis only', () => {
    expect(basisOf('extrapolated')).toBe('extrapolated')
    expect(basisOf('guessed')).toBe('origins')
  })
})
