import { expect, test } from 'vitest'
import { addressesIn } from '@/features/reports/schedules/edit/addresses'
import {
  draftOf,
  previewInput,
  readDraft,
  withReport,
} from '@/features/reports/schedules/edit/draft'
import {
  draftFromReport,
  schedulePathOf,
  seenOf,
} from '@/features/reports/schedules/edit/fromReport'
import { byAddress, stillRefused } from '@/features/reports/schedules/edit/problems'
import { movingPeriod } from '@/features/reports/schedules/periods'
import { barParameters, givenOf } from '@/features/reports/schedules/reportParameters'
import type { ReportInfo } from '@/features/reports/schedules/schedule'
import { summary } from '@/features/reports/schedules/words'
import { input, reports } from './schedules'

const [overview, models, capacity] = reports.data as [ReportInfo, ReportInfo, ReportInfo]

test('addresses are found in what people paste, the rest stays', () => {
  expect(addressesIn('Anna Bauer <anna@x.de>; b@y.org, c@\nd@z.example')).toEqual({
    found: ['anna@x.de', 'b@y.org', 'd@z.example'],
    rest: 'c@',
  })
  expect(addressesIn('  ')).toEqual({ found: [], rest: '' })
})

test('an address that is typed but not taken yet is sent as well', () => {
  const { input: sent, problems } = readDraft({ ...draftOf(input), addressing: 'neu@x.de' })
  expect(sent.recipients).toEqual([...input.recipients, 'neu@x.de'])
  expect(problems).toEqual({})
})

test('what is wrong is named beside its field, and stays in the draft', () => {
  const draft = {
    ...draftOf(input),
    name: ' ',
    addressing: 'anna@',
    formats: [],
    timing: { ...input.timing, weekdays: [] },
    least_rows: 'viele',
    retention_days: '0',
  } as const
  expect(
    Object.keys(readDraft({ ...draft, timing: { ...draft.timing, weekdays: [] } }).problems).sort(),
  ).toEqual(['formats', 'least_rows', 'name', 'recipients', 'retention_days', 'timing.weekdays'])
  expect(
    readDraft({ ...draft, timing: { ...draft.timing, weekdays: [] } }).problems.recipients,
  ).toContain('„anna@“ ist keine E-Mail-Adresse.')
})

test('only what the rhythm needs is sent', () => {
  const timing = {
    kind: 'monthly',
    time: '06:00',
    weekdays: [1],
    month_day: null,
    month: 5,
  } as const
  expect(
    readDraft({ ...draftOf(input), timing: { ...timing, weekdays: [1] } }).input.timing,
  ).toEqual({
    kind: 'monthly',
    time: '06:00',
    weekdays: [],
    month_day: 1,
    month: null,
  })
})

test('the preview fills in what is missing, so that the mail is seen early', () => {
  const draft = { ...draftOf(input), name: '', recipients: [], formats: [], addressing: 'an' }
  expect(previewInput(draft, 'Überblick', 'ich@x.de')).toMatchObject({
    name: 'Überblick',
    recipients: ['ich@x.de'],
    formats: ['body'],
  })
  const noDays = { ...draft, timing: { ...input.timing, weekdays: [] } }
  expect(previewInput(noDays, 'Überblick', 'ich@x.de')).toBeNull()
})

test('a report takes its own name and drops what only the other had', () => {
  const draft = { ...draftOf(input), name: 'Überblick' }
  const changed = withReport(draft, capacity, 'Überblick')
  expect(changed).toMatchObject({ name: 'Auslastung', period: null, parameters: {} })
  expect(withReport({ ...draft, name: 'Für die Bank' }, models, 'Überblick').name).toBe(
    'Für die Bank',
  )
})

test('parameters keep their types on the way through the fields', () => {
  const given = { model: 'first', look_back_days: 60 }
  expect(givenOf(barParameters(given, models, null), models)).toEqual(given)
  expect(givenOf(barParameters(input.parameters, overview, null), overview)).toEqual(
    input.parameters,
  )
})

test("from a report's page its parameters come along, two fixed days become a moving period", () => {
  const asked = { from: '2026-10-01', to: '2026-10-02', ...input.parameters }
  const path = schedulePathOf('overview', asked)
  const draft = draftFromReport(new URLSearchParams(path.split('?')[1]), overview)
  expect(draft).toMatchObject({ name: 'Überblick', period: null })
  expect(draft.parameters).toEqual(input.parameters)
})

test.each([
  ['2026-10-01', '2026-10-31', ['last_month'], false],
  ['2026-07-01', '2026-09-30', ['last_quarter', 'last_ripe_quarter'], false],
  ['2025-01-01', '2025-12-31', ['last_year'], false],
  ['2026-10-24', '2026-11-22', ['last_30_days'], true],
  ['2026-10-23', '2026-11-21', ['last_30_days'], false],
  ['2026-10-01', '2026-11-22', ['quarter_to_date'], false],
  ['2026-04-01', '2026-06-30', ['last_quarter'], true],
  ['2026-02-02', '2026-02-08', ['last_week', 'last_7_days'], true],
  ['2026-10-01', '2026-10-13', [], true],
])('%s to %s moves along as %j', (from, to, choices, isOther) => {
  expect(movingPeriod({ from, to }, '2026-11-22')).toEqual({ choices, isOther })
})

test('a report of reservations made in some days may be of all of them', () => {
  const credits: ReportInfo = {
    ...capacity,
    name: 'credits',
    parameters: ['reserved_from', 'reserved_to'].map((name) => ({
      ...(capacity.parameters[0] as ReportInfo['parameters'][number]),
      name,
      kind: 'day',
      default: null,
    })),
  }
  const periodFrom = (query: string) => draftFromReport(new URLSearchParams(query), credits).period
  expect(periodFrom('report=credits')).toBeNull()
  expect(periodFrom('report=credits&reserved_from=2020-04-01&reserved_to=2020-06-30')).toBe(
    'last_quarter',
  )
  expect(
    draftFromReport(new URLSearchParams('reserved_from=2020-04-01'), credits).parameters,
  ).toEqual({})
})

test('the first working day stays what it is through the form', () => {
  const timing = { ...input.timing, kind: 'monthly', month_day: 0 } as const
  const draft = { ...draftOf(input), timing: { ...timing, weekdays: [] } }
  expect(readDraft(draft).input.timing.month_day).toBe(0)
  expect(summary({ ...input, timing: { ...timing, weekdays: [] } }, 'Überblick')).toContain(
    'Am ersten Werktag jedes Monats um 6:00 Uhr',
  )
})

test('days that two names mean are asked about', () => {
  expect(movingPeriod({ from: '2026-01-01', to: '2026-01-01' }, '2026-01-01').choices).toEqual([
    'month_to_date',
    'quarter_to_date',
    'year_to_date',
  ])
})

test('the comparison moves along, as its name where two days are what it means', () => {
  const asked = { from: '2026-07-01', to: '2026-09-30', compare: 'own' }
  const compareOf = (compare_from: string, compare_to: string) => {
    const path = schedulePathOf('overview', { ...asked, compare_from, compare_to })
    const search = new URLSearchParams(path.split('?')[1])
    return [draftFromReport(search, overview).parameters.compare, seenOf(search)?.compared]
  }
  expect(compareOf('2026-04-01', '2026-06-30')).toEqual(['previous', null])
  expect(compareOf('2025-07-01', '2025-09-30')).toEqual(['year', null])
  const own = { from: '2026-01-01', to: '2026-01-31' }
  expect(compareOf(own.from, own.to)).toEqual(['previous', own])
})

test("the server's sentence about a recipient goes with the address, and goes away with it", () => {
  const told = byAddress({ 'recipients.1': 'Kein Konto.', name: 'Fehlt.' }, input.recipients)
  expect(told).toEqual({ 'recipients.bank@example.org': 'Kein Konto.', name: 'Fehlt.' })
  expect(stillRefused(told, { recipients: ['bank@example.org'] }, overview)).toEqual(told)
  expect(stillRefused(told, { recipients: [], name: 'x' }, overview)).toEqual({})
})

test('a schedule in one sentence', () => {
  expect(summary(input, 'Überblick')).toBe(
    'Montags um 6:00 Uhr: Überblick, letzte 7 ganze Tage, an 2 Adressen, als Kennzahlen in der Mail und PDF.',
  )
})
