import { expect, test } from 'vitest'
import { mailAnswerWords } from '@/lib/mailAnswer'

test.each([
  ['550 5.1.1 User unknown', 'das Postfach gibt es nicht'],
  ['552 5.2.2 Mailbox full', 'das Postfach ist voll'],
  ['452 4.2.2 over quota', 'das Postfach ist voll'],
  ['554 5.7.26 Unauthenticated mail', 'der Empfänger lehnt Mails von hier ab'],
  ['421 4.7.0 try again later', undefined],
  ['250 2.0.0 queued as 15.1.1', undefined],
  ['Connection refused', undefined],
  [null, undefined],
])('%s comes to %s', (answer, words) => {
  expect(mailAnswerWords(answer)).toBe(words)
})
