import { describe, expect, test } from 'vitest'
import {
  assumptions,
  cheaperBasis,
  effectivePrice,
  optionBy,
  roofKwh,
} from '@/lib/offer/comparison'

/** Every figure here was worked out by hand from `services/offer/comparison.json`. */
describe('the four ways over 20 years, in cents', () => {
  test('the roof: 8 kWp × 950 kWh, 25 to 30 % used at home, the rest sold at 7.7 cent', () => {
    expect(roofKwh).toBe(7600)
    expect(optionBy('roof')).toEqual({
      id: 'roof',
      // 8 × 900 and 8 × 1,600.
      investment: { from: 720_000, to: 1_280_000 },
      // 1,900 × 30 + 5,700 × 7.7 = 100,890 and 2,280 × 37.2 + 5,320 × 7.7 = 125,780.
      benefit: { from: 100_890, to: 125_780 },
      // + 20 × 150 and + 20 × 250.
      cost: { from: 1_020_000, to: 1_780_000 },
      net: { from: 2_017_800 - 1_780_000, to: 2_515_600 - 1_020_000 },
      // 7,200 / 1,107.80 = 6.50 and 12,800 / 758.90 = 16.87.
      coveredTenths: { from: 65, to: 169 },
      // 720,000 / 7,600 = 94.7 and 1,280,000 / 7,600 = 168.4.
      pricePerKwh: { from: 95, to: 168 },
    })
  })

  test('the balcony: what is not used at home is given away', () => {
    expect(optionBy('balcony')).toEqual({
      id: 'balcony',
      investment: { from: 35_000, to: 80_000 },
      // 318 × 30 = 9,540 and 608 × 37.2 = 22,617.6.
      benefit: { from: 9540, to: 22_618 },
      cost: { from: 45_000, to: 100_000 },
      net: { from: 190_800 - 100_000, to: 452_360 - 45_000 },
      // 350 / 221.18 = 1.58 and 800 / 85.40 = 9.37.
      coveredTenths: { from: 16, to: 94 },
      // 35,000 / 760 = 46.05 and 80,000 / 530 = 150.9.
      pricePerKwh: { from: 46, to: 151 },
    })
  })

  test('the share: price and set-up, 5 to 8 cent', () => {
    expect(optionBy('share')).toEqual({
      id: 'share',
      investment: { from: 137_800, to: 137_800 },
      benefit: { from: 10_000, to: 16_000 },
      cost: { from: 137_800, to: 137_800 },
      net: { from: 62_200, to: 182_200 },
      // 1,378 / 160 = 8.61 and 1,378 / 100 = 13.78.
      coveredTenths: { from: 86, to: 138 },
      pricePerKwh: { from: 69, to: 69 },
    })
  })

  test('the tariff: nothing to pay, perhaps nothing to save, covered at once', () => {
    expect(optionBy('tariff')).toEqual({
      id: 'tariff',
      investment: { from: 0, to: 0 },
      // 3,500 × 8.1 cent.
      benefit: { from: 0, to: 28_350 },
      cost: { from: 0, to: 0 },
      net: { from: 0, to: 567_000 },
      coveredTenths: { from: 0, to: 0 },
      pricePerKwh: null,
    })
  })
})

test('every assumption names its unit and year and runs upwards', () => {
  for (const [id, { from, to, unit, year }] of Object.entries(assumptions)) {
    expect(from, id).toBeLessThanOrEqual(to)
    expect(unit, id).not.toBe('')
    expect(year, id).toBeGreaterThanOrEqual(2023)
  }
})

test('the share costs 27 to 59 % less for a yearly kWh; 30 to 40 % are roofs of 935 to 1,091 € per kWp', () => {
  // 68.9 / 94.737 = 72.7 % and 68.9 / 168.42 = 40.9 %; 68.9 × 950 / 0.7 = 93,507 and / 0.6 = 109,092.
  expect(cheaperBasis()).toEqual({
    percent: { from: 27, to: 59 },
    claimedRoofPrice: { from: 93_507, to: 109_092 },
  })
})

test('2.5 cent per kWh would take 25.3 years; the term gives 3.2 to 3.5', () => {
  // 189,900 / 60,000 = 3.165 and 69,900 / 20,000 = 3.495; 189,900 / (3,000 × 2.5) = 25.32.
  expect(effectivePrice()).toEqual({
    overTerm: { from: 32, to: 35 },
    named: 25,
    neededYears: 253,
  })
})
