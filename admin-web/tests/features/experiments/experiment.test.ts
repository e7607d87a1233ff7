import { describe, expect, it } from 'vitest'
import { bodyOf, EMPTY, withKind } from '@/features/experiments/draftForm'
import { type Experiment, regionVerdict, weekVerdict } from '@/features/experiments/experiment'
import { regionFile } from '@/features/experiments/results/regionFile'

const EXPERIMENT = {
  state: 'over',
  kind: 'weeks',
  measure: 'reservations',
  effect_percent: 30,
  judged_on: '2027-03-01',
} as Experiment

const weeks = {
  weeks: [],
  cost_cents: 0,
  on_a_week: null,
  off_a_week: null,
  difference: null,
  difference_lower: null,
  difference_upper: null,
  p: null,
  verdict: 'open' as const,
}

describe('a draft', () => {
  it('sends of each kind only what it has', () => {
    const page = bodyOf({
      ...EMPTY,
      slot: 'home_reserve',
      text: 'Los',
      campaign_id: '3',
      weeks: '8',
    })
    expect(page).toMatchObject({ slot: 'home_reserve', campaign_id: null, weeks: null })
    const regions = bodyOf({
      ...EMPTY,
      kind: 'regions',
      slot: 'x',
      text: 'y',
      campaign_id: '3',
      weeks: '8',
    })
    expect(regions).toMatchObject({ slot: null, text: null, campaign_id: 3, weeks: 8 })
  })

  it('takes another measure where the new kind does not know the old one', () => {
    expect(withKind(EMPTY, 'weeks').measure).toBe('reservations')
    const contracts = { ...EMPTY, kind: 'weeks' as const, measure: 'contracts', weeks: '12' }
    expect(withKind(contracts, 'regions')).toMatchObject({ measure: 'contracts', weeks: '' })
    expect(withKind(contracts, 'page').measure).toBe('form_starts')
  })
})

describe('a verdict', () => {
  it('says when it comes, with contracts at the earliest', () => {
    expect(weekVerdict(weeks, EXPERIMENT)).toContain('am 01.03.2027')
    expect(weekVerdict(weeks, { ...EXPERIMENT, measure: 'contracts' })).toContain(
      'frühestens am 01.03.2027',
    )
  })

  it('is none for what was stopped before its only look', () => {
    const stopped = { ...EXPERIMENT, state: 'stopped' as const }
    expect(weekVerdict({ ...weeks, verdict: 'too_small' }, stopped)).toMatch(/^Kein Urteil/)
    expect(weekVerdict({ ...weeks, verdict: 'too_small' }, EXPERIMENT)).toMatch(/^Zu klein/)
  })

  it('on regions has the interval of the lift', () => {
    const found = { arms: [], cost_cents: 0, lift: 0.5, lift_lower: 0.1, lift_upper: null, p: 0.01 }
    expect(regionVerdict({ ...found, verdict: 'better' }, EXPERIMENT)).toBe(
      'Die Kampagne wirkt: In Regionen mit ihr gab es mehr Reservierungen (+50 % [+10 %; offen]).',
    )
  })
})

describe('the file of regions', () => {
  it('has the first and the last postcode of each', () => {
    const file = regionFile([
      { is_on: true, prefixes: ['10', '851'] },
      { is_on: false, prefixes: ['03'] },
    ])
    expect(file.slice(1).split('\r\n')).toEqual([
      'Arm;Beginnt mit;Von;Bis',
      'mit Kampagne;10;10000;10999',
      'mit Kampagne;851;85100;85199',
      'ohne Kampagne;03;03000;03999',
      '',
    ])
  })
})
