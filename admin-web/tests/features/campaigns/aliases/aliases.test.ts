import { describe, expect, it } from 'vitest'
import { effectWords } from '@/features/campaigns/aliases/AliasEffect'
import { type AliasPreview, shifts } from '@/features/campaigns/aliases/alias'

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
