import { describe, expect, it } from 'vitest'
import { effectWords } from '@/features/campaigns/aliases/AliasEffect'
import {
  type AliasPreview,
  type SeenValue,
  shifts,
  spellingWords,
} from '@/features/campaigns/aliases/alias'
import { ruleWords } from '@/features/campaigns/aliases/groups/GroupList'
import { behindPath, breakdownPath, campaignFilters } from '@/features/campaigns/behind'
import { periodOfAddress } from '@/features/campaigns/usePeriod'

const preview: AliasPreview = {
  visits: 5,
  sessions: 1,
  reservations: 0,
  first_day: '2026-11-01',
  last_day: '2026-11-02',
  campaigns_before: [
    { campaign_id: 1, name: 'Herbst', sessions: 4, reservations: 1 },
    { campaign_id: 2, name: 'Winter', sessions: 9, reservations: 2 },
    { campaign_id: 3, name: 'Reste', sessions: 1, reservations: 0 },
  ],
  campaigns_after: [
    { campaign_id: 1, name: 'Herbst', sessions: 5, reservations: 1 },
    { campaign_id: 2, name: 'Winter', sessions: 9, reservations: 2 },
    { campaign_id: 3, name: 'Reste', sessions: 0, reservations: 0 },
  ],
  stand: { at: '2026-11-21T16:40:12Z', rows: 10 },
}

const seen = (raw: string, ...spellings: [string, number][]): SeenValue => ({
  raw,
  canonical: raw,
  sessions: 1,
  reservations: 0,
  alias_id: null,
  spellings: spellings.map(([spelling, arrivals]) => ({ spelling, arrivals })),
  proposal: null,
})

describe('spellings as links had them', () => {
  it('are told with their numbers, unless there is nothing but the value itself', () => {
    expect(spellingWords(seen('facebook', ['facebook', 1234], ['Facebook', 5]))).toBe(
      '„facebook“ 1.234, „Facebook“ 5',
    )
    expect(spellingWords(seen('facebook', ['Facebook', 5]))).toBe('„Facebook“ 5')
    expect(spellingWords(seen('facebook', ['facebook', 5]))).toBe('')
  })
})

describe('the rule of a channel group', () => {
  it('names each of its conditions', () => {
    expect(ruleWords({ source: ['google'], medium: ['cpc', 'ads'], site: [] })).toBe(
      'Quelle: google – und – Medium: cpc, ads',
    )
    expect(ruleWords({ source: [], medium: [], site: ['t.co'] })).toBe('Seite: t.co')
  })
})

describe('the way behind a number', () => {
  const period = { from: '2026-05-01', to: '2026-05-31' }
  const campaign = { utm_source: 'plakat', utm_medium: '', utm_campaign: 'halt' }

  it('has its period and all its filters, empty ones among them', () => {
    const query =
      'from=2026-05-01&to=2026-05-31&only_utm_source=plakat&only_utm_medium=&only_utm_campaign=halt'
    expect(behindPath(period, campaignFilters(campaign))).toBe(`/reports/reservations?${query}`)
    expect(breakdownPath(period, {})).toBe('/reports/breakdown?from=2026-05-01&to=2026-05-31')
  })

  it('leads to pages that take the period from the address, else that of reports', () => {
    expect(periodOfAddress(new URLSearchParams(period), '2026-11-26')).toEqual(period)
    expect(periodOfAddress(new URLSearchParams(), '2026-11-26')).toEqual({
      from: '2026-08-29',
      to: '2026-11-26',
    })
  })
})

describe('what a spelling would change', () => {
  it('is told for each campaign that gains or loses, and for no other', () => {
    expect(
      shifts(preview).map(({ name, before, after }) => [name, before.sessions, after.sessions]),
    ).toEqual([
      ['Herbst', 4, 5],
      ['Reste', 1, 0],
    ])
  })

  it('is told in one sentence', () => {
    expect(effectWords(preview)).toBe(
      'Betroffen: 5 Aufrufe in einer Sitzung zwischen dem 01.11.2026 und dem 02.11.2026, dazu 0 berührte Reservierungen.',
    )
    expect(effectWords({ ...preview, last_day: preview.first_day })).toContain(' am 01.11.2026,')
    expect(effectWords({ ...preview, visits: 0, first_day: null, last_day: null })).toContain(
      'kam bisher nicht vor',
    )
  })
})
