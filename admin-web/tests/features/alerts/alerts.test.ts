import { describe, expect, it } from 'vitest'
import { type Alert, unnoted } from '@/api/alerts'
import { alertState, openFor, spanWords } from '@/features/alerts/alert'
import {
  daysWords,
  type Figure,
  formOf,
  type Known,
  newRule,
  quietWords,
  type Rule,
  type RuleForm,
  readRule,
  thresholdLabel,
  toldWords,
  withFigure,
} from '@/features/alerts/rule'

const alert = (changes: Partial<Alert> = {}): Alert => ({
  id: 1,
  kind: 'capacity',
  headline: 'Ingolstadt ist fast voll',
  words: '450 von 500 belegt: 450 reserviert.',
  advice: 'Heben Sie die Grenze an.',
  action: 'Park öffnen',
  path: '/parks/ingolstadt/show',
  opened_at: '2026-11-21T22:50:00Z',
  closed_at: null,
  noted: null,
  mail_words: 'Per Mail gemeldet an eine Person.',
  ...changes,
})

const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: 1,
  kind: 'capacity',
  state_words: '',
  comparison: null,
  scope: 'all',
  scope_value: null,
  days: 1,
  note: null,
  title: 'Park fast voll',
  when_words: 'Ein Park ist zu 90 % oder mehr belegt.',
  unit: 'percent',
  threshold: 90,
  is_on: true,
  to_admins: true,
  recipients: [],
  told: 2,
  quiet_from: null,
  quiet_to: null,
  quiet_days: [],
  version: 3,
  changed: null,
  ...changes,
})

const NIGHT = { quiet_from: '22:00', quiet_to: '06:00', quiet_days: [1, 2, 3, 4, 5, 6, 7] }
const NOTED = { at: '2026-11-22T08:00:00Z', by_name: 'Miriam Falk' }

describe('an alert', () => {
  it('is new, noted or over, each with a word and a shape of its own', () => {
    const states = [
      alert(),
      alert({ noted: NOTED }),
      alert({ closed_at: '2026-11-22T09:00:00Z', noted: NOTED }),
    ].map(alertState)
    expect(states.map(({ label }) => label)).toEqual(['Neu', 'Zur Kenntnis genommen', 'Vorbei'])
    expect(new Set(states.map(({ shape }) => shape)).size).toBe(3)
  })

  it.each([
    ['2026-11-21T22:50:20Z', 'eine Minute'],
    ['2026-11-22T00:19:00Z', '89 Minuten'],
    ['2026-11-22T04:50:00Z', '6 Stunden'],
    ['2026-11-24T22:50:00Z', '3 Tage'],
  ])('was open until %s: %s', (closed_at, words) => {
    expect(openFor(alert({ closed_at }))).toBe(words)
  })

  it('names the day once where both ends share it, by the clock of Berlin', () => {
    expect(spanWords(alert({ closed_at: '2026-11-21T22:55:00Z' }))).toBe(
      '21.11.2026, 23:50 bis 23:55',
    )
    expect(spanWords(alert({ closed_at: '2026-11-21T23:05:00Z' }))).toBe(
      '21.11.2026, 23:50 bis 22.11.2026, 00:05',
    )
  })

  it('belongs on the start page until somebody has noted it', () => {
    const list = { has_next: false, total: 2, checked_at: null, is_late: false }
    const data = [alert(), alert({ id: 2, noted: NOTED })]
    expect(unnoted({ ...list, data }).map(({ id }) => id)).toEqual([1])
    expect(unnoted(undefined)).toEqual([])
  })
})

describe('a rule', () => {
  it.each([
    ['percent', 90, '90'],
    ['minutes', 2880, '48'],
    ['minutes', 90, '1,5'],
    ['minutes', 15, '0,25'],
    ['minutes', 86400, '1440'],
    ['cents', 0, '0'],
    ['cents', 5050, '50,50'],
  ] as const)('of %s %i is typed as %s, and read back as it was', (unit, threshold, typed) => {
    const given = rule({ unit, threshold })
    const form = formOf(given)
    expect(form.threshold).toBe(typed)
    expect(readRule(form, given.unit).values.threshold).toBe(threshold)
  })

  it.each([
    ['percent', '90 %', 90],
    ['minutes', '48 Stunden', 2880],
    ['minutes', '1.000', 60000],
    ['cents', '1.299,00 €', 129900],
  ] as const)('of %s understands „%s“', (unit, typed, threshold) => {
    const given = rule({ unit })
    expect(readRule({ ...formOf(given), threshold: typed }, given.unit).values.threshold).toBe(
      threshold,
    )
  })

  it.each([
    ['percent', '90,5', /ganze Prozent/],
    ['percent', 'viel', /ganze Prozent/],
    ['minutes', '', /Stunden/],
    ['minutes', '0,333', /Stunden/],
    ['cents', '1,999', /Euro/],
  ] as const)('of %s says what is wrong with „%s“', (unit, typed, says) => {
    const given = rule({ unit })
    expect(readRule({ ...formOf(given), threshold: typed }, given.unit).problems.threshold).toMatch(
      says,
    )
  })

  it('sends addresses however they are separated, and no quiet times that are not ticked', () => {
    const given = rule(NIGHT)
    const form = { ...formOf(given), recipients: ' a@x.de, b@x.de;\n\nc@x.de ' }
    const { values } = readRule(form, given.unit)
    expect(values.recipients).toEqual(['a@x.de', 'b@x.de', 'c@x.de'])
    expect(values).toMatchObject(NIGHT)
    const loud = readRule({ ...form, is_quiet: false }, given.unit).values
    expect(loud).toMatchObject({ quiet_from: null, quiet_to: null, quiet_days: [] })
    expect(readRule({ ...form, quiet_days: [] }, given.unit).problems.quiet_days).toBeTruthy()
  })

  it('without a figure sends none', () => {
    const given = rule({ unit: null, threshold: null })
    expect(readRule(formOf(given), given.unit)).toMatchObject({
      values: { threshold: null },
      problems: {},
    })
  })

  it.each([
    [{}, 'Mail an Administration'],
    [{ recipients: ['a@x.de'] }, 'Mail an Administration und a@x.de'],
    [{ to_admins: false, recipients: ['a@x.de', 'b@x.de'] }, 'Mail an 2 weitere Adressen'],
    [{ told: 0 }, 'Ohne Mail, nur hier in der Konsole'],
  ])('%j says whom it tells: %s', (changes, words) => {
    expect(toldWords(rule(changes))).toBe(words)
  })
})

describe('quiet times', () => {
  it.each([
    [NIGHT, 'Ruhe täglich von 22:00 bis 6:00 Uhr am nächsten Tag'],
    [
      { quiet_from: '12:00', quiet_to: '13:30', quiet_days: [1, 2, 3, 4, 5] },
      'Ruhe Mo bis Fr von 12:00 bis 13:30 Uhr',
    ],
    [
      { quiet_from: '00:00', quiet_to: '00:00', quiet_days: [6, 7] },
      'Ruhe Sa und So den ganzen Tag',
    ],
    [
      { quiet_from: '06:00', quiet_to: '06:00', quiet_days: [7] },
      'Ruhe So ab 6:00 Uhr für 24 Stunden',
    ],
    [{ quiet_from: null, quiet_to: null, quiet_days: [] }, ''],
  ])('%j in words', (times, words) => {
    expect(quietWords(times)).toBe(words)
  })

  it('lists days that are no run one by one', () => {
    expect(daysWords([5, 1, 3])).toBe('Mo, Mi und Fr')
  })
})

const FIGURES: Known['figures'] = [
  {
    name: 'sessions',
    label: 'Besuche',
    meaning: 'Aufenthalte.',
    unit: 'count',
    comparisons: ['below', 'above', 'less_than_usual', 'silent'],
    scopes: ['all', 'campaign'],
    is_level: false,
  },
  {
    name: 'free',
    label: 'Frei',
    meaning: 'Plätze.',
    unit: 'count',
    comparisons: ['below', 'above'],
    scopes: ['park'],
    is_level: true,
  },
]
const KNOWN: Known = {
  data: [],
  figures: FIGURES,
  options: { campaign: [{ value: '7', label: 'Herbst' }], park: [{ value: 'i', label: 'Ing' }] },
}

describe('a rule on a figure', () => {
  const [sessions, free] = FIGURES as [Figure, Figure]
  const typed = (changes: Partial<RuleForm>) => ({
    ...formOf(newRule(sessions, KNOWN, 'kim@x.de')),
    ...changes,
  })

  it.each([
    ['below', 'count', '12', 12],
    ['above', 'cents', '12,50', 1250],
    ['above', 'share_ppm', '62,5 %', 625_000],
    ['less_than_usual', 'cents', '50', 50],
    ['unusual', 'share_ppm', '30 %', 30],
    ['silent', 'count', 'egal', null],
    ['costs_missing', 'days', '', null],
  ] as const)('%s of %s reads „%s“ as %s', (comparison, unit, threshold, read) => {
    const found = readRule(typed({ comparison, threshold }), unit)
    expect(found.values.threshold).toBe(read)
    expect(found.problems).toEqual({})
  })

  it.each([
    [{ comparison: 'below', threshold: '' }, 'count', 'threshold', /ganze Zahl/],
    [{ comparison: 'unusual', threshold: 'halb' }, 'cents', 'threshold', /ganze Prozent/],
    [{ days: '0', threshold: '1' }, 'count', 'days', /1 bis 90/],
    [{ days: '91', threshold: '1' }, 'count', 'days', /1 bis 90/],
    [{ days: 'viele', threshold: '1' }, 'count', 'days', /1 bis 90/],
  ] as const)('%j of %s says what is wrong beside %s', (changes, unit, field, says) => {
    expect(readRule(typed(changes), unit).problems[field]).toMatch(says)
  })

  it('starts again with what does not fit to another figure', () => {
    const form = typed({
      comparison: 'silent',
      scope: 'campaign',
      scope_value: '7',
      threshold: '3',
    })
    expect(withFigure(form, free, KNOWN)).toMatchObject({
      kind: 'free',
      comparison: 'below',
      scope: 'park',
      scope_value: 'i',
      days: '1',
      threshold: '',
      recipients: 'kim@x.de',
    })
    expect(withFigure(form, sessions, KNOWN)).toMatchObject({
      comparison: 'silent',
      scope_value: '7',
    })
  })

  it.each([
    ['less_than_usual', 'Um mehr als wie viel Prozent?'],
    ['below', 'Grenze in Euro'],
    [null, 'Ab wie viel Euro über dem Budget?'],
  ] as const)('%s asks: %s', (comparison, label) => {
    expect(thresholdLabel(typed({ comparison }), 'cents')).toBe(label)
  })
})
