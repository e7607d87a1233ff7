import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readParameters } from '@/features/reports/frame/parameters/parameters'
import { periodOf } from '@/features/reports/frame/parameters/periods'
import { ShownReportProvider } from '@/features/reports/frame/reportContext'
import type { Evidence } from '@/features/reports/marketing/money/Certainty'
import { MoneyTable } from '@/features/reports/marketing/money/MoneyTable'
import {
  type Compared,
  comparedBy,
  contractRange,
  daysWords,
  intervalWords,
  type MoneyRow,
  nextKnown,
  priceWords,
  roughly,
  type Totals,
  verdictReason,
  worst,
} from '@/features/reports/marketing/money/money'
import { Ripeness } from '@/features/reports/marketing/money/Ripeness'
import { renderAt } from '../../../screen'
import { overview } from '../reports'

const row = (given: Partial<MoneyRow> = {}): MoneyRow => ({
  channel: 'campaign',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'post',
  referrer_host: '',
  name: 'Post aus Ingolstadt',
  campaign_id: 7,
  cost_cents: 40_788,
  contracts_ppm: 18_000_000,
  fewest_ppm: 12_000_000,
  most_ppm: 18_000_000,
  kwh_ppm: 37_000_000_000,
  cost_per_contract: 2_266,
  least_cents: 1_648,
  most_cents: 5_210,
  verdict: 'worth',
  models_within: 6,
  ripe: 40,
  contracted_share: 450_000,
  cancelled_share: 100_000,
  more_contracts: null,
  more_days: null,
  more_cents: null,
  visits: 900,
  unripe_cost_cents: null,
  last_cost_day: '2026-09-30',
  ...given,
})

const posters = row({
  utm_source: 'plakat',
  name: 'Plakate',
  campaign_id: 8,
  cost_cents: 146_017,
  contracts_ppm: 0,
  fewest_ppm: 0,
  most_ppm: 0,
  kwh_ppm: 0,
  cost_per_contract: null,
  least_cents: 63_414,
  most_cents: null,
  verdict: 'not_worth',
  models_within: 0,
  visits: 0,
})

const totals = (given: Partial<Totals> = {}): Totals => ({
  cost_cents: 186_805,
  worth_cents: 40_788,
  not_worth_cents: 146_017,
  open_cents: 0,
  target_cents: 25_000,
  reservations: 30,
  contracts_ppm: 18_000_000,
  free_contracts_ppm: 0,
  blended_cents: 10_378,
  paid_cents: 10_378,
  asked: 0,
  answered: 0,
  kwh_ppm: 37_000_000_000,
  remembered: 9,
  youngest_days: 54,
  ripe_days: 42,
  unripe_reservations: 0,
  unripe_contracts: 0,
  unripe_cost_cents: null,
  unripe_from: '2026-10-15',
  ripe_on: '2027-01-06',
  later_reservations: 61,
  later_contracts: 9,
  later_cost_cents: 791_130,
  ...given,
})

function show(
  rows: MoneyRow[],
  sums: Totals,
  ripeOn: string | null = null,
  compared: Compared = new Map(),
  evidence: Evidence = { certainty: [], told: [] },
) {
  const report = { ...overview, parameters: { from: '2026-07-01', to: '2026-09-30' } }
  const parameters = readParameters(new URLSearchParams(), { period: true })
  renderAt('/x', {
    '/x': (
      <ShownReportProvider value={{ report, query: '', parameters, isKept: false }}>
        <MoneyTable
          rows={rows}
          totals={sums}
          model="last_non_direct"
          ripeOn={ripeOn}
          compared={compared}
          evidence={evidence}
        />
        <Ripeness totals={sums} rows={rows} />
      </ShownReportProvider>
    ),
  })
}

test('a row says how it moved, what was before where percentages say nothing, and „–“ for what is not known', () => {
  const moved = {
    ...row(),
    cost_cents_before: 20_394,
    contracts_ppm_before: 9_000_000,
    cost_per_contract_before: null,
  }
  const few = { ...posters, cost_cents_before: null, contracts_ppm_before: 2_000_000 }
  const beside = comparedBy([moved, { ...few, cost_per_contract_before: 4_000 }])
  show([row(), posters], totals(), null, beside)
  const [, newsletter, nothing] = within(screen.getByRole('table')).getAllByRole('row')
  const cells = (one: HTMLElement | undefined) =>
    [...(one?.querySelectorAll('.movement') ?? [])].map(
      (mark) => mark.querySelector('[aria-hidden]')?.textContent ?? mark.textContent,
    )
  expect(cells(newsletter)).toEqual(['↑ +100\u00a0%', '↑ +100\u00a0%', 'davor –'])
  expect(cells(nothing)).toEqual(['davor –', 'davor 2', 'davor 40\u00a0€'])
})

test('a row says what came for how much, and why its verdict is what it is', () => {
  show([row(), posters], totals())
  const [, newsletter, nothing] = within(screen.getByRole('table')).getAllByRole('row')
  for (const words of ['12 bis 18', '23\u00a0€', '16 bis 52\u00a0€', 'in allen sechs Modellen'])
    expect(newsletter?.textContent).toContain(words)
  for (const words of ['kein Vertrag', 'mindestens 634\u00a0€', 'kein Vertrag, 0 Besuche'])
    expect(nothing?.textContent).toContain(words)
  expect(screen.getByRole('link', { name: '12 bis 18' }).getAttribute('href')).toContain(
    'match=any',
  )
})

test('costs nobody entered are a dash and lead to where they are entered', () => {
  const free = row({
    channel: 'direct',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    name: null,
  })
  show(
    [
      {
        ...free,
        verdict: 'no_costs',
        cost_cents: null,
        cost_per_contract: null,
        least_cents: null,
      },
    ],
    totals({ cost_cents: null, free_contracts_ppm: 18_000_000 }),
  )
  const line = screen.getByRole('row', { name: /Ohne Kosten/ })
  expect(line.textContent).toContain('–')
  expect(line.textContent).not.toContain('0,00')
  expect(within(line).getByRole('link', { name: 'Kosten eintragen' })).toBeTruthy()
})

test('what is too young has a day instead of a price', () => {
  const young = { verdict: 'young', cost_cents: null, unripe_cost_cents: 5_000, least_cents: null }
  show([row({ ...young, cost_per_contract: null })], totals(), '2027-02-11')
  expect(screen.getByText('noch nicht reif: frühestens am 11.02.2027')).toBeTruthy()
  expect(screen.getByRole('row', { name: /Post aus Ingolstadt/ }).textContent).not.toContain('23')
})

test('without a target nothing is judged and no line is drawn', () => {
  show([row({ verdict: 'no_target', models_within: null })], totals({ target_cents: null }))
  expect(screen.getByText('erst ein Ziel lässt urteilen')).toBeTruthy()
  expect(document.querySelector('.price-scale .line')).toBeNull()
})

test('an empty period says so', () => {
  const nothing = { cost_cents: null, contracts_ppm: 0, reservations: 0, youngest_days: null }
  show(
    [],
    totals({ ...nothing, later_reservations: 0, later_contracts: 0, later_cost_cents: null }),
  )
  expect(screen.getByText('Im Zeitraum gibt es keine Reservierung.')).toBeTruthy()
})

test('what is missing for a verdict is told with the two digits that are known', () => {
  const open = { verdict: 'open', most_cents: 90_000 }
  expect(verdictReason(row({ ...open, more_contracts: 107 }), 42)).toBe(
    'erst nach rund 110 weiteren',
  )
  expect(verdictReason(row({ ...open, more_contracts: 2 }), 42)).toBe('erst nach 2 weiteren')
  expect(verdictReason(row({ ...open, more_contracts: 4_000 }), 42)).toBe(
    'erst nach mehr als 1.000 weiteren',
  )
  expect(verdictReason(row({ ...open, more_cents: 7_513 }), 42)).toBe(
    'erst nach weiteren 75\u00a0€ ohne Vertrag',
  )
  expect(verdictReason(row(open), 42)).toBe('die Modelle sind sich uneins')
  expect([roughly(1), roughly(99), roughly(101), roughly(1_234)]).toEqual([
    '1',
    '99',
    '110',
    '1.300',
  ])
  expect([daysWords(1), daysWords(30), daysWords(200), daysWords(900)]).toEqual([
    'ein Tag',
    '4 Wochen',
    '7 Monate',
    '2,5 Jahre',
  ])
})

test('parts of contracts keep one decimal, ends that are open say so', () => {
  expect(contractRange(row({ fewest_ppm: 3_500_000, most_ppm: 11_000_000 }))).toBe('3,5 bis 11')
  expect(contractRange(row({ fewest_ppm: 5_000_000, most_ppm: 5_000_000 }))).toBe('5')
  expect(intervalWords(row({ least_cents: 26_400, most_cents: 397_700 }))).toBe(
    '264 bis 3.977\u00a0€',
  )
  expect(priceWords(row({ cost_per_contract: null }))).toBe('–')
})

test('first looked at is the dearest that is not worth it, next known the dearest that is open', () => {
  const open = { verdict: 'open', more_contracts: 4 }
  expect(worst([row(), row({ verdict: 'not_worth', cost_cents: 5 }), posters])?.name).toBe(
    'Plakate',
  )
  expect(
    nextKnown([row(), row({ ...open, name: 'A', cost_cents: 1 }), row({ ...open, name: 'B' })])
      ?.name,
  ).toBe('B')
  expect(worst([row()])).toBeUndefined()
})

test('the last ripe quarter is the one that ended six weeks ago', () => {
  expect(periodOf('last_ripe_quarter', '2026-11-10')).toEqual({
    from: '2026-04-01',
    to: '2026-06-30',
  })
  expect(periodOf('last_ripe_quarter', '2026-11-11')).toEqual({
    from: '2026-07-01',
    to: '2026-09-30',
  })
})

const certain: Evidence['certainty'][number] = {
  channel: 'campaign',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'post',
  referrer_host: '',
  name: 'Post aus Ingolstadt',
  last_ppm: 12_000_000,
  last_non_direct_ppm: 18_000_000,
  first_ppm: 13_000_000,
  linear_ppm: 14_500_000,
  position_ppm: 14_000_000,
  time_decay_ppm: 15_000_000,
  fewest_ppm: 12_000_000,
  most_ppm: 18_000_000,
  first_for: 13,
  last_for: 12,
  among_for: 20,
  days_to_contract: 29,
  measured: 'newsletter',
}

test('how sure a row is opens below it: models, places on the way, time, outcome, answers', () => {
  const told = [
    { told: 'Newsletter', measured: 'newsletter', answers: 6, told_ppm: null, measured_ppm: null },
    { told: 'Podcast', measured: 'newsletter', answers: 1, told_ppm: null, measured_ppm: null },
    { told: 'Radio', measured: 'Direkt', answers: 9, told_ppm: null, measured_ppm: null },
  ]
  show([row(), posters], totals(), null, new Map(), { certainty: [certain], told })
  const ask = screen.getByRole('button', { name: /^Wie sicher ist das\? Post/ })
  expect(screen.getAllByRole('button', { name: /Wie sicher/ })).toHaveLength(1)
  fireEvent.click(ask)
  const panel = document.querySelector('.money-certainty')
  for (const words of [
    'Alle gleich14,5',
    'Bei 20 Verträgen dabei, 13-mal als erster und 12-mal als letzter Kontakt.',
    'höchstens 29 Tage',
    'Von 40 reifen wurden 45,0\u00a0% Verträge, 10,0\u00a0% gaben auf.',
    'Von 7 Antworten zu „newsletter“: „Newsletter“ 6, „Podcast“ 1.',
  ])
    expect(panel?.textContent).toContain(words)
  fireEvent.click(ask)
  expect(document.querySelector('.money-certainty')).toBeNull()
})

test('the price of a contract over all stands at the foot, beside that of the paid ones', () => {
  show(
    [row()],
    totals({ blended_cents: 16_260, paid_cents: 31_687, free_contracts_ppm: 37_000_000 }),
  )
  const [last] = screen.getAllByRole('row').slice(-1)
  expect(last?.textContent).toContain('163\u00a0€über alle; 317\u00a0€ nur über die bezahlten')
})
