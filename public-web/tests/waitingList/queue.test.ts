import { describe, expect, test } from 'vitest'
import { splitName } from '@/features/reservation/offered'
import { listOf, periodOf, placesWord, queueOf, turnWord } from '@/features/waitingList/queue'
import { linkIn } from '@/features/waitingList/useWaitingList'

describe('the drawing of the queue', () => {
  test('38 households in columns of six end with the second of the seventh', () => {
    expect(queueOf(38, 60)).toEqual({ columns: [6, 6, 6, 6, 6, 6, 2], rest: 0, first: 1 })
  })
  test('the head of the queue stands alone', () => {
    expect(queueOf(1, 60)).toEqual({ columns: [1], rest: 0, first: 1 })
  })
  test('of a long queue the last months are drawn, and the rest is counted', () => {
    const { columns, rest, first } = queueOf(100, 60)
    expect(first).toBe(9)
    expect(rest + columns.reduce((sum, count) => sum + count, 0)).toBe(100)
  })
})

test('words of the forecast', () => {
  expect(placesWord(61)).toEqual({ word: 'sechs', isOne: false })
  expect(placesWord(7)).toEqual({ word: 'ein', isOne: true })
  expect([turnWord(7), turnWord(14)]).toEqual(['siebten', '14.'])
  expect(listOf([4, 7, 6])).toBe('4, 7 und 6')
  const months = ['2026-06-01', '2026-11-01'].map((month) => ({ month, places: 6 }))
  expect(periodOf(months)).toBe('von Juni bis November 2026')
})

test('a link opens the question to decline only where it says so', () => {
  expect(linkIn('#link=abc&antwort=nein')).toEqual({ token: 'abc', declines: true })
  expect(linkIn('#link=abc')).toEqual({ token: 'abc', declines: false })
  expect(linkIn('#anderes')).toBeNull()
})

test('a name of the list fills both fields of the form', () => {
  expect(splitName(' Anna Maria  Huber ')).toEqual(['Anna Maria', 'Huber'])
  expect(splitName('Cher')).toEqual(['Cher', ''])
})
