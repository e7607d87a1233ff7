import { expect, test } from 'vitest'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { DEPOSITS } from '@/lib/operationWords'
import { contractLook, RESERVATION_STATES, STATES, stateWords } from '@/lib/states'
import { repositoryFile } from '../repository'

/** The table that the server's words are compared with too. */
const golden = JSON.parse(repositoryFile('tests/golden/reservation_words.json')) as {
  states: Record<string, { words: string; short: string }>
  deposits: Record<string, string>
}

test('every state of a reservation has the words of the table', () => {
  const told = RESERVATION_STATES.map((state) => [
    state,
    { words: stateWords(state), short: STATES[state].label },
  ])
  expect(Object.fromEntries(told)).toEqual(golden.states)
})

test('every card check has the words of the table', () => {
  expect(DEPOSITS).toEqual(golden.deposits)
})

test('tables of reports call states as files and mails do', () => {
  for (const [state, { words }] of Object.entries(golden.states))
    expect(formatCell('state', state)).toBe(words)
})

test('a contract that has ended says how', () => {
  const label = (
    reservation_state: 'active' | 'withdrawn' | 'invited',
    state = 'concluded' as const,
  ) => contractLook({ state, reservation_state }).label
  expect(label('active')).toBe('Geschlossen')
  expect(label('withdrawn')).toBe('Widerrufen')
  expect(contractLook({ state: 'asked', reservation_state: 'withdrawn' }).label).toBe(
    'Raten zu entscheiden',
  )
})
