import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpGroups } from '@/app/help/helpGroups'
import { helpPath } from '@/app/help/helpPath'
import { ALL_PAGES, pageAt } from '@/app/navigation'
import { helpFor } from '@/app/palette/help'
import { topicsFor, visibleTopics } from '@/features/help/groups'
import { linesOf, textPieces } from '@/features/help/topic'
import { TOPICS, topicNamed } from '@/features/help/topics/topics'
import { KEY_GROUPS, KEYS, keysOf } from '@/ui/keys/keyTable'

const SRC = join(import.meta.dirname, '../../../src')
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(SRC, name), 'utf8'))

const caps = new Set(Object.values(KEYS).flatMap((key) => [...key.caps, key.caps.join(' ')]))

describe('the help', () => {
  test.each(ALL_PAGES)('has a topic for $name', ({ name, path }) => {
    expect(topicNamed(name)).toBeDefined()
    expect(helpPath(path)).toBe(`/help/${name}`)
  })

  test.each(TOPICS)('says $name in 60 to 200 words, with keys and topics that exist', (topic) => {
    const words = linesOf(topic).join(' ').split(/\s+/)
    expect(words.length).toBeGreaterThanOrEqual(60)
    expect(words.length).toBeLessThanOrEqual(200)
    const keys = [topic.purpose, ...topic.steps].flatMap(textPieces).filter((one) => one.isKey)
    expect(keys.map(({ text }) => text).filter((text) => !caps.has(text))).toEqual([])
    expect(topic.related.filter((name) => !topicNamed(name))).toEqual([])
    const isPage = ALL_PAGES.some(({ name }) => name === topic.name)
    expect(isPage || visibleTopics(helpGroups('admin')).has(topic.name)).toBe(true)
  })

  test('explains to a role what it sees, and nothing else', () => {
    for (const role of ['admin', 'staff', 'marketing'] as const) {
      const read = topicsFor(helpGroups(role)).map(({ name }) => name)
      const seen = ALL_PAGES.filter(({ roles }) => roles.includes(role)).map(({ name }) => name)
      const beside = role === 'marketing' ? [] : ['record', 'create']
      expect([...read].sort()).toEqual([...seen, ...beside, 'search', 'account', 'metrics'].sort())
    }
  })

  test('opens at the page it is asked for on', () => {
    expect(helpPath('/reservations/17/show')).toBe('/help/record')
    expect(helpPath('/mails/3/show')).toBe('/help/mails')
    expect(helpPath('/account')).toBe('/help/account')
    expect(helpPath('/help/mails')).toBe('/help')
    expect(pageAt('/nowhere')).toBeUndefined()
    expect(helpPath('/nowhere')).toBe('/help')
  })

  const found = (typed: string) =>
    helpFor(typed, TOPICS).map(({ title, why }) =>
      [title, ...why.filter((one) => one.isMatch).map(({ text }) => text)].join(': '),
    )
  test('is found by title, synonym and words, and says by which', () => {
    expect(found('Mail-Vorl')).toEqual(['Mail-Vorlagen'])
    expect(found('bounce')).toEqual(['Abgewiesen: Bounce'])
    expect(found('testereignis')).toEqual(['Webhooks: Testereignis'])
    expect(found('prüfsum')).toEqual(['Protokoll: Prüfsumme'])
    expect(found('st')).toEqual([])
    expect(found('Gundelfinger')).toEqual([])
  })
})

describe('the table of keys', () => {
  const pressed = new Set(Object.values(KEYS).flatMap(({ press }) => press as readonly string[]))

  test('has every key that a page listens for', () => {
    const bound = sources.flatMap((text) =>
      [...text.matchAll(/useShortcut\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''),
    )
    expect(bound.length).toBeGreaterThan(10)
    expect(bound.filter((key) => !pressed.has(key))).toEqual([])
  })

  test('is shown whole in the overview, each key once', () => {
    const shown = KEY_GROUPS.flatMap(keysOf)
    expect(new Set(shown)).toEqual(new Set(Object.values(KEYS)))
    expect(shown).toHaveLength(Object.values(KEYS).length)
  })
})
