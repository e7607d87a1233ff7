import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { todayText } from '@/content/de/figures'
import { quoted } from './sourceText'

const CONTENT = join(import.meta.dirname, '../../src/content/de')
const files = readdirSync(CONTENT).filter((name) => name.endsWith('.ts'))

/**
 * Sentences that tell of a card check as part of today's reservation, which asks for no card. What
 * is „vorgemerkt“ is „freigegeben“ afterwards; only what was taken can be „zurückgegeben“.
 */
const TODAY = /kartenprüfung[^.'`]*(?:zurück|vorgemerkt)|vorgemerkt und zurückgegeben/i

test.each(files)('%s asks for no card today', (file) => {
  const text = quoted(readFileSync(join(CONTENT, file), 'utf8'))
  expect(text.match(TODAY)?.[0] ?? null).toBeNull()
})

test('whether there is a check, the questions have the server say, and nobody else does', () => {
  expect(todayText).toBe('Heute 0\u00a0€, ohne Zahlungskarte.')
  const told = files.filter((file) =>
    readFileSync(join(CONTENT, file), 'utf8').includes('__VOLTIGO_CARD_CHECK__'),
  )
  expect(told).toEqual(['faqs.ts'])
})

test.each(files)('%s speaks of no check that happens', (file) => {
  const allowed = [
    'faqs.ts',
    'figures.ts',
    'terms.ts',
    'dashboard.ts',
    'householdCard.ts',
    'privacy.ts',
  ].includes(file)
  const text = quoted(readFileSync(join(CONTENT, file), 'utf8'))
  if (!allowed) expect(text).not.toMatch(/kartenprüfung|prüfen wir Ihre Zahlungskarte/i)
})
