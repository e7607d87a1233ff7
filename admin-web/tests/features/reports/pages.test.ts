import { expect, test } from 'vitest'
import {
  costRanges,
  costSentence,
  costWords,
  type OriginsRow,
  originName,
} from '@/features/reports/marketing/models/origins'
import {
  botsParts,
  botsWords,
  consentParts,
  consentWords,
  FIGURES,
  type Totals,
} from '@/features/reports/marketing/overview/overview'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const totals = {
  visitors: 10_958,
  sessions: 11_105,
  reservations: 154,
  contracted: 60,
  bound_kwh: 160_000,
  ripe_cost_cents: 500_000,
  ripe_bound_kwh: 120_000,
  quote: 14_054,
  cost_cents: 848_783,
  cost_per_reservation: 5512,
  cost_per_kwh: 5305,
  asked: 7016,
  remembered: 3298,
  consent: 296_983,
  consent_of_asked: 470_068,
  flagged_sessions: 817,
  flagged: 68_529,
} as Totals

test('six figures are written out as sums', () => {
  expect(FIGURES.map(([name, sum]) => [name, plain(sum(totals))])).toEqual([
    ['visitors', '11.105 Besuche'],
    ['reservations', 'davon 60 mit Vertrag'],
    ['quote', '154 von 10.958'],
    ['cost_cents', 'eingetragen im Zeitraum'],
    ['cost_per_reservation', '8.487,83 € durch 154'],
    ['cost_per_kwh', '5.000,00 € durch 120.000 kWh, beides alt genug'],
  ])
})

test('who consented is said with what that means for the figures', () => {
  expect(plain(consentWords(totals))).toBe(
    'Von 11.105 Besuchen wurden 7.016 gefragt, ob wir uns ihre Herkunft merken dürfen; 3.298 ' +
      'sagten Ja. Nur für diese 29,7 % wissen wir auch Tage später noch, woher sie kamen, für ' +
      'alle anderen nur während ihres Besuchs.',
  )
  expect(consentParts(totals).map(({ value }) => value)).toEqual([3298, 3718, 4089])
  expect(consentWords({ ...totals, sessions: 0 })).toBe('In diesem Zeitraum war niemand da.')
})

test('bots are told whether they count or not', () => {
  expect(plain(botsWords(totals, false))).toContain('Nicht enthalten sind 817 Besuche von Bots')
  expect(plain(botsWords(totals, true))).toContain('Alle Zahlen enthalten 817 Besuche')
  expect(botsWords({ ...totals, flagged_sessions: 1 }, true)).toContain('ein Besuch von Bots')
  expect(botsWords({ ...totals, flagged_sessions: 0 }, false)).toBe(
    'Bots und Spam sind nicht aufgefallen.',
  )
  expect(botsParts(totals, true).map(({ value }) => value)).toEqual([10_288, 817])
  expect(botsParts(totals, false).map(({ value }) => value)).toEqual([11_105, 817])
})

const origin = (changes: Partial<OriginsRow>): OriginsRow => ({
  channel: 'campaign',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: '',
  referrer_host: '',
  first_ppm: 9_000_000,
  last_ppm: 3_500_000,
  last_non_direct_ppm: 4_000_000,
  linear_ppm: 5_000_000,
  position_ppm: 6_000_000,
  time_decay_ppm: 4_500_000,
  would_gain_ppm: 0,
  would_lose_ppm: 0,
  cost_cents: 10_000,
  cost_per_reservation: 1000,
  ripe_contracts_ppm: 5_000_000,
  fewest_ripe_contracts_ppm: 2_000_000,
  most_ripe_contracts_ppm: 10_000_000,
  fewest_ppm: 3_500_000,
  fewest_by: 'last',
  most_ppm: 9_000_000,
  most_by: 'first',
  ripe_cost_cents: 10_000,
  cost_per_contract: 2000,
  least_cost_per_contract: 1000,
  most_cost_per_contract: 5000,
  ...changes,
})

test('an origin is named by what is known of it', () => {
  expect(originName(origin({}))).toBe('newsletter / email / –')
  const untagged = { utm_source: '', utm_medium: '' }
  expect(originName(origin({ ...untagged, referrer_host: 'spiegel.de' }))).toBe('spiegel.de')
  expect(originName(origin({ ...untagged, channel: 'direct' }))).toBe('Direkt')
})

test('what a contract cost is a range over the models, and money without any stands first', () => {
  const open = origin({
    utm_source: 'google',
    least_cost_per_contract: 4000,
    most_cost_per_contract: null,
  })
  const none = {
    cost_per_contract: null,
    least_cost_per_contract: null,
    most_cost_per_contract: null,
  }
  const posters = origin({ utm_source: 'plakate', ripe_cost_cents: 146_017, ...none })
  const ranges = costRanges([posters, open, origin({}), origin({ ripe_cost_cents: null })])
  expect(ranges.map((range) => plain(costWords(range)))).toEqual([
    '10,00 € bis 50,00 €',
    'ab 40,00 €, nicht jedes Modell rechnet einen Vertrag zu',
    'in keinem Modell ein Vertrag für 1.460,17 €',
  ])
  expect(plain(costSentence(ranges, null))).toBe(
    'Für 1.460,17 € gab es in keinem Modell einen Vertrag. ' +
      'Wo ein Vertrag am wenigsten kostete, hängt vom Modell ab.',
  )
  expect(plain(costSentence(costRanges([origin({})]), null))).toBe(
    'Ein Vertrag über newsletter / email / – kostete 10,00 € bis 50,00 €.',
  )
  const dear = origin({ utm_source: 'google', least_cost_per_contract: 5_001 })
  expect(plain(costSentence(costRanges([dear, origin({})]), null))).toBe(
    'Am wenigsten kostete ein Vertrag über newsletter / email / –: 10,00 € bis 50,00 €.',
  )
  expect(costSentence([], '2027-01-03')).toContain('frühestens am 03.01.2027')
})

test('without entered costs none are told, which is not 0 €', () => {
  const [, , , costs] = FIGURES
  expect(costs?.[1]({ ...totals, cost_cents: null })).toBe('keine Kosten eingetragen')
})
