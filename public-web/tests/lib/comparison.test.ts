import { describe, expect, test } from 'vitest'
import { cheaperBasis, effectivePrice } from '@/lib/offer/claims'
import { assumptions, optionBy, roofKwh, shareCovered } from '@/lib/offer/comparison'

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
      // The first year brings 1 / 95.39 % of the mean, so 1,318.59 × (1 − 0.995ⁿ) / 0.005 − 150 n = 7,200: n = 6.3;
      // 1,057.66 × (1 − 0.995ⁿ) / 0.005 − 250 n = 12,800: n = 16.7.
      coveredTenths: { from: 63, to: 167 },
      // 720,000 / 7,600 = 94.7 and 1,280,000 / 7,600 = 168.4.
      pricePerKwh: { from: 95, to: 168 },
    })
  })

  test('the balcony: what is not used at home is given away', () => {
    expect(optionBy('balcony')).toEqual({
      id: 'balcony',
      investment: { from: 35_000, to: 80_000 },
      // 318 × 30 = 9,540 and 608 × 37.2 = 22,617.6 in the first year, 95.39 % of it on the mean.
      benefit: { from: 9100, to: 21_575 },
      cost: { from: 45_000, to: 100_000 },
      net: { from: 182_000 - 100_000, to: 431_500 - 45_000 },
      coveredTenths: { from: 16, to: 96 },
      // 35,000 / 725 = 48.3 and 80,000 / 506 = 158.1.
      pricePerKwh: { from: 48, to: 158 },
    })
  })

  test('the share: price and set-up, 5 to 8 cent', () => {
    expect(optionBy('share')).toEqual({
      id: 'share',
      investment: { from: 137_800, to: 137_800 },
      // 2,000 kWh shrink by 0.5 % a year, on the mean to 95.39 % = 1,908: × 5 and × 8 cent.
      benefit: { from: 9539, to: 15_262 },
      cost: { from: 137_800, to: 137_800 },
      net: { from: 52_980, to: 167_440 },
      // 100 × (1 − 0.995ⁿ) / 0.005 = 1,378: n = 14.24; with 160 € in the first year 8.78.
      coveredTenths: { from: 88, to: 142 },
      // 137,800 / 1,908 = 72.2.
      pricePerKwh: { from: 72, to: 72 },
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

test('by the formula, 50 € instead of the set-up, the ageing share is covered after 13.9 years', () => {
  // 100 × (1 − 0.995ⁿ) / 0.005 = 1,349: n = 13.93.
  expect(shareCovered(134_900).to).toBe(139)
})

test('every assumption names its unit and year and runs upwards', () => {
  for (const [id, { from, to, unit, year }] of Object.entries(assumptions)) {
    expect(from, id).toBeLessThanOrEqual(to)
    expect(unit, id).not.toBe('')
    expect(year, id).toBeGreaterThanOrEqual(2023)
  }
})

test('the share costs 24 to 57 % less for a yearly kWh; 30 to 40 % are roofs of 980 to 1,144 € per kWp', () => {
  // 72.22 / 94.737 = 76.2 % and 72.22 / 168.42 = 42.9 %; 72.22 × 950 / 0.7 = 98,015 and / 0.6 = 114,351.
  expect(cheaperBasis()).toEqual({
    percent: { from: 24, to: 57 },
    claimedRoofPrice: { from: 98_016, to: 114_352 },
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
