import { expect, test } from 'vitest'
import { likelyAddress } from '@/lib/reservation/emailTypos'

test.each([
  ['max@gmail.con', 'max@gmail.com'],
  ['max@gmial.com', 'max@gmail.com'],
  ['max@gmail.co', 'max@gmail.com'],
  ['Max.M@GMX.DEE', 'Max.M@gmx.de'],
  ['a@web.dr', 'a@web.de'],
  ['a@t-onlin.de', 'a@t-online.de'],
  [' a@outlok.com ', 'a@outlook.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(likelyAddress(typed)).toBe(meant)
})

test.each([
  'a@gmail.com',
  'a@gmx.at',
  'a@gmx.ch',
  'a@firma.de',
  'a@mail.com',
  '@gmail.con',
  'gmail.con',
  '',
])('nothing is asked about %s', (typed) => {
  expect(likelyAddress(typed)).toBeNull()
})
