import { describe, expect, it } from 'vitest'
import {
  extraWords,
  type MeasuredEffect,
  modelWords,
  priceWords,
  verdictWords,
} from '@/features/reports/marketing/measured/measured'

const EFFECT = {
  measure: 'reservations',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'solar',
  cost_cents: 60_000,
  extra: 120,
  extra_lower: 60,
  extra_upper: null,
  price_cents: 500,
  least_price_cents: 400,
  most_price_cents: 1_000,
} as MeasuredEffect

const ROW = {
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'solar',
  fewest_ppm: 20_000_000,
  most_ppm: 40_000_000,
  fewest_ripe_contracts_ppm: 0,
  most_ripe_contracts_ppm: 3_000_000,
} as Parameters<typeof modelWords>[1][number]

describe('what was measured', () => {
  it('has a number, its limits and its price', () => {
    expect(extraWords(EFFECT)).toBe(
      '+120 zusätzliche Reservierungen, mindestens +60, höchstens offen',
    )
    expect(priceWords(EFFECT)).toMatch(/^5,00.€ \(4,00.€ bis 10,00.€\)$/)
  })

  it('says nothing of worth where the difference is smaller than was looked for', () => {
    expect(verdictWords({ ...EFFECT, verdict: 'no_difference' })).toBe('Zu klein, um es zu sagen.')
    expect(verdictWords({ ...EFFECT, verdict: 'better' })).toBe('Die Kampagne wirkt.')
  })

  it('has no price where nothing came, and none of zero where no costs are known', () => {
    const nothing = {
      ...EFFECT,
      price_cents: null,
      least_price_cents: null,
      most_price_cents: null,
    }
    expect(priceWords(nothing)).toMatch(/^kein Preis: 600,00.€ brachten nichts dazu$/)
    expect(priceWords({ ...EFFECT, cost_cents: 0 })).toBe('keine Kosten eingetragen')
    expect(priceWords({ ...EFFECT, most_price_cents: null })).toContain('nach oben offen')
  })

  it('stands beside what the models credit the same campaign with', () => {
    expect(modelWords(EFFECT, [ROW])).toMatch(/^20,00 bis 40,00, also 15,00.€ bis 30,00.€$/)
    const contracts = { ...EFFECT, measure: 'contracts' as const }
    expect(modelWords(contracts, [ROW])).toMatch(/^0,00 bis 3,00, also ab 200,00.€$/)
    expect(modelWords({ ...EFFECT, utm_source: 'bing' }, [ROW])).toBe(
      'rechnen der Kampagne nichts zu',
    )
  })
})
