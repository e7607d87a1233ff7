import { expect, test } from 'vitest'
import {
  countWords,
  grouped,
  type Holding,
  ordered,
  type Step,
  summaryOf,
} from '@/features/responsibilities/holding'

const step = (outcome: Step['outcome'], name: string = outcome): Step => ({
  kind: 'receives',
  subject: `report_schedule:${name}`,
  name,
  outcome,
  words: '',
})

const holding = (kind: Holding['kind'], problem = ''): Holding => ({
  kind,
  name: kind,
  about: '',
  path: '/',
  facts: [],
  problem,
  last_at: null,
  next_at: null,
})

test('a plan is told in one line, with singular and plural', () => {
  const steps = [step('moves', '1'), step('moves', '2'), step('has_it'), step('stays')]
  expect(summaryOf(steps)).toBe('2 gehen über, 1 ist schon da, 1 bleibt und ruht')
})

test('what needs a decision stands first', () => {
  const steps = [step('moves'), step('has_it'), step('stays')]
  expect(ordered(steps).map(({ outcome }) => outcome)).toEqual(['stays', 'has_it', 'moves'])
})

test('things stand under their kinds, in the order of the page, and those that rest are counted', () => {
  const holdings = [holding('view'), holding('receives', 'Konto abgeschaltet')]
  expect(grouped(holdings).map(({ title }) => title)).toEqual(['Bekommt', 'Gespeicherte Ansichten'])
  expect(countWords(holdings)).toBe('2 Einträge, einer ruht')
  expect(countWords([holding('view')])).toBe('1 Eintrag')
})
