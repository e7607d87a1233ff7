import { describe, expect, it } from 'vitest'
import {
  type Figure,
  type Figures,
  formOf,
  newForm,
  type OwnAlert,
  type Preview,
  readForm,
  valueWords,
  withFigure,
  withKind,
} from '@/features/alerts/own/ownAlert'
import { openSpans } from '@/features/alerts/own/PreviewPicture'

const figure = (changes: Partial<Figure> = {}): Figure => ({
  name: 'sessions',
  label: 'Besuche',
  meaning: 'Aufenthalte auf der Seite.',
  unit: 'count',
  kinds: ['below', 'above', 'silent', 'outside'],
  scopes: ['all', 'campaign'],
  is_level: false,
  ripens: false,
  is_cost_per_case: false,
  ...changes,
})
const RATE = figure({ name: 'rate_step_4', unit: 'share_ppm', kinds: ['below', 'above'] })
const FREE = figure({ name: 'free', kinds: ['below', 'above'], scopes: ['park'], is_level: true })
const COST = figure({
  name: 'cost_per_reservation',
  unit: 'cents',
  kinds: ['below', 'above', 'outside'],
  is_cost_per_case: true,
})
const KNOWN: Figures = {
  figures: [figure(), RATE, FREE, COST],
  campaigns: [{ value: '7', label: 'Frühling' }],
  sources: [],
  channel_groups: [],
  parks: [{ value: 'ingolstadt', label: 'Ingolstadt' }],
  most: 25,
}

describe('an alert of a colleague', () => {
  it('starts with the range for such a day, and a park where the figure has one', () => {
    expect(newForm(figure(), KNOWN)).toMatchObject({ kind: 'outside', scope: 'all', days: '7' })
    expect(newForm(FREE, KNOWN)).toMatchObject({ scope: 'park', scope_value: 'ingolstadt' })
  })

  it('keeps what fits to another figure', () => {
    const typed = { ...newForm(figure(), KNOWN), scope: 'campaign' as const, scope_value: '7' }
    const other = withFigure({ ...typed, kind: 'above', threshold: '5' }, RATE, KNOWN)
    expect(other).toMatchObject({
      scope: 'campaign',
      scope_value: '7',
      kind: 'above',
      threshold: '',
    })
    expect(withFigure(typed, FREE, KNOWN)).toMatchObject({ scope: 'park', kind: 'below' })
  })

  it('judges what a reservation costs over a day or whole weeks, and its high side first', () => {
    expect(newForm(COST, KNOWN)).toMatchObject({ kind: 'outside', days: '7', direction: 'high' })
    const monthly = { ...newForm(COST, KNOWN), kind: 'above' as const, days: '30' }
    expect(withKind(monthly, 'outside', COST).days).toBe('7')
    expect(withKind({ ...monthly, days: '14' }, 'outside', COST).days).toBe('14')
    expect(withFigure(newForm(COST, KNOWN), figure(), KNOWN).direction).toBe('both')
    const low = { ...newForm(figure(), KNOWN), direction: 'low' as const, days: '3' }
    expect(withFigure(low, RATE, KNOWN).direction).toBe('low')
    expect(withFigure(low, COST, KNOWN)).toMatchObject({ direction: 'high', days: '7' })
  })

  it('reads limits in the unit of the figure', () => {
    const typed = { ...newForm(RATE, KNOWN), threshold: '62,5 %' }
    expect(readForm(typed, RATE).body.threshold).toBe(625_000)
    expect(readForm({ ...typed, threshold: '250' }, { unit: 'cents' }).body.threshold).toBe(25_000)
    expect(readForm({ ...typed, threshold: '1,5' }, { unit: 'count' }).problems).toEqual({
      threshold: 'Bitte geben Sie eine ganze Zahl an, zum Beispiel 10.',
    })
    expect(readForm({ ...typed, days: '0' }, RATE).problems.days).toBe(
      'Bitte geben Sie eine Zahl von 1 bis 90 an.',
    )
  })

  it('is typed as it was read', () => {
    const form = { ...newForm(RATE, KNOWN), threshold: '62,5', is_quiet: true }
    const { body } = readForm(form, RATE)
    expect(formOf(body as unknown as OwnAlert, RATE)).toMatchObject({
      threshold: '62,5',
      days: '7',
      is_quiet: true,
      quiet_from: '22:00',
    })
  })

  it('says values in their unit', () => {
    expect([valueWords(1204, 'count'), valueWords(1250, 'cents'), valueWords(5, 'days')]).toEqual([
      '1.204',
      '12,50\u00a0€',
      '5\u00a0Tage',
    ])
  })

  it('draws an alert that is still open up to the last day', () => {
    const day = (name: string) => ({ day: name, value: 0, low: null, high: null, is_met: true })
    const preview = {
      days: [day('2026-11-01'), day('2026-11-02'), day('2026-11-03')],
      openings: [
        { first: '2026-11-01', last: '2026-11-02', words: '' },
        { first: '2026-11-03', last: null, words: '' },
      ],
    } as unknown as Preview
    expect(openSpans(preview)).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 3 },
    ])
  })
})
