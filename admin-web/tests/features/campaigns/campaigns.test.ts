import { describe, expect, it } from 'vitest'
import { linkFilters } from '@/features/campaigns/behind'
import {
  type Campaign,
  campaignForm,
  EMPTY,
  periodWords,
  readCampaignForm,
  type ShortLink,
  triple,
} from '@/features/campaigns/campaign'
import {
  buckets,
  type CampaignDay,
  costEach,
  developmentWords,
} from '@/features/campaigns/development'
import { spentWords } from '@/features/campaigns/list/BudgetStrip'
import { startPeriod } from '@/features/campaigns/usePeriod'
import { notesByColumn } from '@/ui/drawing/notesByColumn'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const campaign: Campaign = {
  id: 1,
  name: 'Herbst',
  utm_source: 'stadtwerke',
  utm_medium: 'print',
  utm_campaign: 'herbst-2026',
  landing_path: '/',
  starts_on: '2026-10-01',
  ends_on: null,
  budget_cents: 150_050,
  spent_cents: 0,
  over_cents: null,
  cost_cents: 0,
  note: '',
  version: 1,
  created_at: '2026-09-30T10:00:00Z',
  created_by: 'staff:1',
  created_by_name: null,
  archived_at: null,
}

const day = (of: string, visitors = 0, reservations = 0, cents = 0): CampaignDay => ({
  day: of,
  visitors,
  sessions: visitors,
  reservations,
  cents,
})

describe('a campaign', () => {
  it('comes out of its form as it went in', () => {
    const form = campaignForm(campaign)
    expect(form.budget_cents).toBe('1500,50')
    expect(readCampaignForm(form)).toMatchObject({
      problems: {},
      values: { name: 'Herbst', starts_on: '2026-10-01', ends_on: null, budget_cents: 150_050 },
    })
  })

  it('says at each field what is wrong', () => {
    const { problems } = readCampaignForm({
      ...campaignForm(EMPTY),
      name: ' ',
      starts_on: '2026-10-02',
      ends_on: '2026-10-01',
      budget_cents: '12,345',
    })
    expect(Object.keys(problems).sort()).toEqual([
      'budget_cents',
      'ends_on',
      'name',
      'utm_campaign',
      'utm_medium',
      'utm_source',
    ])
  })

  it('is told by its values and its period', () => {
    expect(triple({ utm_source: 'plakat', utm_medium: '', utm_campaign: '' })).toBe(
      'plakat / – / –',
    )
    expect(periodWords(campaign)).toBe('ab 01.10.2026')
    expect(periodWords({ starts_on: null, ends_on: '2026-10-31' })).toBe('bis 31.10.2026')
    expect(periodWords({ starts_on: null, ends_on: null })).toBe('ohne Zeitraum')
  })
})

describe('the period looked at first', () => {
  it.each([
    ['2026-10-01', '2026-10-31', '2026-11-21', '2026-10-01', '2026-10-31'],
    ['2026-10-01', null, '2026-11-21', '2026-10-01', '2026-11-21'],
    [null, null, '2026-11-21', '2026-10-23', '2026-11-21'],
    ['2026-12-01', null, '2026-11-21', '2026-10-23', '2026-11-21'],
  ])('of %s to %s on %s is %s to %s', (starts_on, ends_on, today, from, to) => {
    expect(startPeriod({ starts_on, ends_on }, today)).toEqual({ from, to })
  })
})

describe('the development', () => {
  it('has a column for every day, also across the change of clocks', () => {
    const columns = buckets([day('2026-10-25', 3)], '2026-10-24', '2026-10-26')
    expect(columns.map(({ day: first, visitors }) => [first, visitors])).toEqual([
      ['2026-10-24', 0],
      ['2026-10-25', 3],
      ['2026-10-26', 0],
    ])
  })

  it('takes seven days together where there are too many, and loses none', () => {
    const days = [day('2026-01-01', 1), day('2026-01-07', 2), day('2026-03-31', 4, 1, 500)]
    const columns = buckets(days, '2026-01-01', '2026-03-31')
    expect(columns).toHaveLength(13)
    expect(columns[0]).toMatchObject({ day: '2026-01-01', last: '2026-01-07', visitors: 3 })
    expect(columns.at(-1)).toMatchObject({ last: '2026-03-31', visitors: 4, cents: 500 })
  })

  it('is told in one sentence', () => {
    const days = [day('2026-11-01', 3, 1, 2500), day('2026-11-02', 1)]
    expect(plain(developmentWords(days, '2026-11-01', '2026-11-02'))).toBe(
      'Vom 01.11.2026 bis 02.11.2026: 4 Besucher, eine Reservierung und 25,00 € Kosten; am meisten los war am 01.11.2026 mit 3 Besuchern.',
    )
    expect(developmentWords([], '2026-11-01', '2026-11-02')).toContain('weder Besucher noch')
  })

  it('divides by no reservation that is not there', () => {
    expect(costEach(day('2026-11-01', 3, 0, 2500))).toBeNull()
    expect(costEach(day('2026-11-01', 3, 3, 1000))).toBe(333)
  })

  it('carries the numbers of remarks where their days are', () => {
    const columns = buckets([], '2026-11-01', '2026-11-03')
    const notes = [
      { id: 3, day: '2026-11-03' },
      { id: 1, day: '2026-11-01' },
      { id: 2, day: '2026-11-01' },
      { id: 4, day: '2026-12-24' },
    ]
    expect(notesByColumn(columns, notes)).toEqual([
      ['2026-11-01', '1, 2'],
      ['2026-11-03', '3'],
    ])
  })
})

describe('what is spent of a budget', () => {
  const words = (cost: number, budget: number) => plain(spentWords(cost, budget))

  it('is its share, and never the whole before the last cent', () => {
    expect(words(0, 90_000)).toBe('0 % von 900,00 €')
    expect(words(89_999, 90_000)).toBe('99 % von 900,00 €')
    expect(words(90_000, 90_000)).toBe('100 % von 900,00 €')
  })

  it('is said to be beyond it from the first cent', () => {
    expect(words(90_001, 90_000)).toBe('1 % über 900,00 €')
    expect(words(1_182_128, 1_000_000)).toBe('18 % über 10.000,00 €')
    expect(words(5, 0)).toBe('über 0,00 €')
    expect(words(0, 0)).toBe('0,00 €')
  })
})

describe('what a short link brought', () => {
  const link = (utm_content: string, target_path = '/pilot?x=1') =>
    ({ utm_term: '', utm_content, target_path }) as ShortLink
  const filtersOf = (...links: [ShortLink, ...ShortLink[]]) =>
    linkFilters({ ...campaign, links }, links[0])
  const own = {
    utm_source: ['stadtwerke'],
    utm_medium: ['print'],
    utm_campaign: ['herbst-2026'],
    landing_path: ['/pilot'],
  }

  it('is what has its values and its page', () => {
    expect(filtersOf(link('oben'), link('unten'))).toEqual({ ...own, utm_content: ['oben'] })
    expect(filtersOf(link(''), link('unten', '/faqs'))).toEqual(own)
  })

  it('has no filter where it is whatever the other links have not', () => {
    expect(filtersOf(link(''), link('unten'))).toBeNull()
  })
})
