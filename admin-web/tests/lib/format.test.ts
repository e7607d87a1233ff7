import { expect, test } from 'vitest'
import { dayShort, dayWithWeekday, dayWord } from '@/lib/days'
import {
  counted,
  formatDay,
  formatDayShort,
  formatKwh,
  formatLongDay,
  formatMoment,
  formatMomentShort,
  formatMoney,
  formatShare,
  formatSize,
  formatTime,
  formatWait,
} from '@/lib/format'

/** Blanks that do not break are written as such by Intl. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const now = new Date('2026-11-23T12:00:00Z')

test('money comes from cents with a point at thousands and a decimal comma', () => {
  expect(plain(formatMoney(129_900))).toBe('1.299,00 €')
  expect(plain(formatMoney(3088))).toBe('30,88 €')
  expect(plain(formatMoney(0))).toBe('0,00 €')
  expect(plain(formatMoney(-5))).toBe('-0,05 €')
})

test('energy and shares', () => {
  expect(plain(formatKwh(2000))).toBe('2.000 kWh')
  expect(plain(formatShare(0.1234))).toBe('12,3 %')
  expect(plain(formatShare(1))).toBe('100 %')
})

test('a moment is shown in Berlin, in winter and in summer', () => {
  expect(formatMoment('2026-11-23T10:42:00Z')).toBe('23.11.2026, 11:42')
  expect(formatMoment('2026-07-01T22:30:00Z')).toBe('02.07.2026, 00:30')
})

test('the hour that the clocks repeat is told as it was on the wall', () => {
  expect(formatMoment('2026-10-25T00:30:00Z')).toBe('25.10.2026, 02:30')
  expect(formatMoment('2026-10-25T01:30:00Z')).toBe('25.10.2026, 02:30')
})

test('a moment at a glance: today, yesterday, this year, another year', () => {
  expect(formatMomentShort('2026-11-23T10:42:00Z', now)).toBe('heute, 11:42')
  expect(formatMomentShort('2026-11-22T08:05:00Z', now)).toBe('gestern, 09:05')
  expect(formatMomentShort('2026-10-02T08:05:00Z', now)).toBe('02.10.2026')
  expect(formatMomentShort('2025-10-02T08:05:00Z', now)).toBe('02.10.2025')
})

test('yesterday ends at midnight in Berlin, not in UTC', () => {
  expect(formatMomentShort('2026-11-22T23:30:00Z', now)).toBe('heute, 00:30')
  expect(formatMomentShort('2026-11-22T22:30:00Z', now)).toBe('gestern, 23:30')
})

test('days', () => {
  expect(formatDay('2026-11-23')).toBe('23.11.2026')
  expect(formatDay('2026-11-23T23:30:00Z')).toBe('24.11.2026')
  expect(formatDayShort('2026-11-24', now)).toBe('morgen')
  expect(formatDayShort('2026-11-23', now)).toBe('heute')
  expect(formatDayShort('2026-12-03', now)).toBe('03.12.2026')
  expect(formatLongDay(now)).toBe('Montag, 23. November 2026')
})

test('a day and a moment are both read by every formatter, and what is neither is shown as it came', () => {
  const moment = '2026-11-30T07:18:00Z'
  expect(formatDay(moment)).toBe('30.11.2026')
  expect(formatDayShort(moment, now)).toBe('30.11.2026')
  expect(formatMoment('2026-11-30')).toBe('30.11.2026')
  expect(dayWithWeekday(moment)).toBe('Mo 30.11.')
  expect(dayWord('2026-11-29T23:30:00Z')).toBe('30. November')
  for (const format of [
    formatDay,
    formatDayShort,
    formatMoment,
    formatMomentShort,
    formatTime,
    dayShort,
  ])
    expect(format('demnächst')).toBe('demnächst')
})

test('waiting time in words', () => {
  expect(formatWait(1)).toBe('eine Sekunde')
  expect(formatWait(30)).toBe('30 Sekunden')
  expect(formatWait(60)).toBe('eine Minute')
  expect(formatWait(61)).toBe('2 Minuten')
})

test('sizes in thousands, and one beside many', () => {
  const sizes = [0, 999, 1500, 84_210, 1_900_000, 48_211_000, 2_500_000_000]
  expect(sizes.map((size) => plain(formatSize(size)))).toEqual([
    '0 Byte',
    '999 Byte',
    '2 kB',
    '84 kB',
    '1,9 MB',
    '48,2 MB',
    '2,5 GB',
  ])
  expect([0, 1, 1316].map((rows) => counted(rows, 'eine Zeile', 'Zeilen'))).toEqual([
    '0 Zeilen',
    'eine Zeile',
    '1.316 Zeilen',
  ])
})
