import { expect, test } from 'vitest'
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

test('five figures are written out as sums', () => {
  expect(FIGURES.map(([name, sum]) => [name, plain(sum(totals))])).toEqual([
    ['visitors', '11.105 Besuche'],
    ['reservations', 'davon 60 mit Vertrag'],
    ['quote', '154 von 10.958'],
    ['cost_cents', 'eingetragen im Zeitraum'],
    ['cost_per_reservation', '8.487,83 € durch 154'],
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

test('without entered costs none are told, which is not 0 €', () => {
  const [, , , costs] = FIGURES
  expect(costs?.[1]({ ...totals, cost_cents: null })).toBe('keine Kosten eingetragen')
})
