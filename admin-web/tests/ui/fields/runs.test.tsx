import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RUN_STATES } from '@/lib/runStates'
import { SHAPES } from '@/lib/states'
import { type Timing, timingWords } from '@/lib/timingWords'
import { NextRuns } from '@/ui/fields/NextRuns'
import { clockChangeWords, dayOfRun, firstRunWords, type NextRun } from '@/ui/fields/nextRun'
import { RunStateMark } from '@/ui/fields/RunStateMark'

const NOW = new Date('2026-10-24T20:00:00Z')
const run = (at: string, local: string, changes: Partial<NextRun> = {}): NextRun => ({
  at,
  local_time: local.slice(11),
  day: local.slice(0, 10),
  note: null,
  words: '',
  ...changes,
})

const AUTUMN = [
  run('2026-10-25T00:30:00Z', '2026-10-25T02:30', {
    note: 'first_of_two',
  }),
  run('2026-10-26T01:30:00Z', '2026-10-26T02:30'),
]
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('each day has its line, and the change of the clock stands with it in words', () => {
  render(<NextRuns runs={AUTUMN} label="Nächste Termine" now={NOW} />)
  expect(screen.getByRole('list', { name: 'Nächste Termine' })).toBeTruthy()
  expect(lines()).toEqual([
    'morgen02:30Uhr wird zurückgestellt, um 2:30 beim ersten Mal',
    'Montag, 26. Oktober02:30',
  ])
})

test.each([
  ['moved', '03:30', 'Uhr wird vorgestellt, die gewohnte Zeit fehlt; es wird 3:30'],
  [
    'forward',
    '12:00',
    'Bis dahin wird die Uhr vorgestellt, der Abstand zum vorigen Mal ist kürzer',
  ],
  [
    'back',
    '12:00',
    'Bis dahin wird die Uhr zurückgestellt, der Abstand zum vorigen Mal ist länger',
  ],
  [null, '12:00', ''],
] as const)('%s is said in words', (note, time, words) => {
  expect(clockChangeWords(run('2027-03-28T10:00:00Z', `2027-03-28T${time}`, { note }))).toBe(words)
})

test('runs of one day share its line, with seconds where minutes would repeat', () => {
  const every30 = [
    run('2026-10-24T20:00:30Z', '2026-10-24T22:00'),
    run('2026-10-24T20:01:00Z', '2026-10-24T22:01'),
  ]
  render(<NextRuns runs={every30} label="Termine" now={NOW} />)
  expect(lines()).toEqual(['heute22:00:3022:01:00'])
})

test('what is due on another clock says whose it is', () => {
  // 20:00 UTC is still the afternoon of the same day there.
  render(<NextRuns runs={AUTUMN} zone="America/New_York" label="Termine" now={NOW} />)
  expect(screen.getByText('Zeiten auf der Uhr von New York.')).toBeTruthy()
  expect(dayOfRun('2026-10-25', 'Pacific/Auckland', NOW)).toBe('heute')
  expect(dayOfRun('2027-01-02', 'Europe/Berlin', NOW)).toBe('Samstag, 2. Januar 2027')
})

test('times of a zone that is not named are not taken for those of Berlin', () => {
  const newYork = [run('2026-10-25T10:00:00Z', '2026-10-25T06:00')]
  const { rerender } = render(<NextRuns runs={newYork} label="Termine" now={NOW} />)
  expect(screen.getByText('Zeiten in der Zeitzone des Zeitplans.')).toBeTruthy()
  rerender(<NextRuns runs={AUTUMN} label="Termine" now={NOW} />)
  expect(screen.queryByText(/Zeitzone/)).toBeNull()
})

test('without a date there is a word instead of an empty list', () => {
  render(<NextRuns runs={[]} label="Termine" />)
  expect(screen.getByText('Kein Termin.')).toBeTruthy()
  expect(firstRunWords([], 'Europe/Berlin')).toBe('')
  expect(firstRunWords(AUTUMN, 'Europe/Berlin', NOW)).toBe('morgen, 02:30')
})

test('every state of a run has a word and a drawing; failing ones differ in form', () => {
  for (const [state, { label }] of Object.entries(RUN_STATES)) {
    const { unmount } = render(<RunStateMark state={state} />)
    expect(screen.getByText(label).querySelector('svg')).not.toBeNull()
    unmount()
  }
  const forms = (['done', 'failed', 'lost', 'delivery_failed', 'missed', 'paused'] as const).map(
    (state) => SHAPES[RUN_STATES[state].shape].map(([, path]) => path).join(),
  )
  expect(new Set(forms).size).toBe(forms.length)
})

test('words of the server take the place of our own', () => {
  render(<RunStateMark state="generated" label="Bedingung nicht erfüllt" />)
  expect(screen.getByText('Bedingung nicht erfüllt').querySelector('svg')).not.toBeNull()
})

const timing = (changes: Partial<Timing>): Timing => ({
  kind: 'daily',
  time: '06:00',
  weekdays: [],
  month_day: null,
  month: null,
  ...changes,
})

test.each([
  [timing({}), 'täglich um 6:00 Uhr'],
  [timing({ kind: 'weekly', weekdays: [1], time: '18:30' }), 'montags um 18:30 Uhr'],
  [timing({ kind: 'weekly', weekdays: [4, 1] }), 'montags und donnerstags um 6:00 Uhr'],
  [timing({ kind: 'weekly', weekdays: [1, 2, 3, 4, 5] }), 'montags bis freitags um 6:00 Uhr'],
  [timing({ kind: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7] }), 'täglich um 6:00 Uhr'],
  [timing({ kind: 'monthly', month_day: 1 }), 'am 1. jedes Monats um 6:00 Uhr'],
  [
    timing({ kind: 'quarterly', month: 1, month_day: 2 }),
    'am 2. Januar, April, Juli und Oktober um 6:00 Uhr',
  ],
  [
    timing({ kind: 'quarterly', month: 2, month_day: 30 }),
    'am 30. Februar, Mai, August und November (sonst am letzten Tag) um 6:00 Uhr',
  ],
  [timing({ kind: 'yearly', month: 1, month_day: 2 }), 'jedes Jahr am 2. Januar um 6:00 Uhr'],
  [timing({ kind: 'monthly', month_day: 31 }), 'am letzten Tag jedes Monats um 6:00 Uhr'],
  [
    timing({ kind: 'monthly', month_day: 30 }),
    'am 30. jedes Monats (in kürzeren am letzten Tag) um 6:00 Uhr',
  ],
])('%o is said in words', (given, words) => {
  expect(timingWords(given)).toBe(words)
})

test('another zone is named with the time', () => {
  expect(timingWords(timing({}), 'America/New_York')).toBe('täglich um 6:00 Uhr, Uhr von New York')
})
