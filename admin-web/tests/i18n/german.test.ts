import english from 'ra-language-english'
import { expect, test } from 'vitest'
import { german } from '@/i18n/de'
import { i18nProvider } from '@/i18n/provider'

type Messages = { [key: string]: Messages | string | undefined }

const keysOf = (messages: Messages, prefix = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  )
const textOf = (messages: Messages, path: string): string =>
  String(path.split('.').reduce<unknown>((at, key) => (at as Messages)[key], messages))

test('every message of react-admin has a German one, with the optional ones', () => {
  expect(keysOf(german).sort()).toEqual(keysOf(english).sort())
})

test('every German message keeps to names its English one is given', () => {
  const names = (text: string) => new Set(text.match(/%\{(\w+)\}/g))
  for (const key of keysOf(english)) {
    if (key === 'ra.sort.sort_by') continue
    const known = names(textOf(english, key))
    for (const name of names(textOf(german, key))) expect(known, key).toContain(name)
  }
})

test('nothing shouts and nobody is on first-name terms', () => {
  for (const key of keysOf(german))
    expect(textOf(german, key)).not.toMatch(/!|\b(du|dein|deine|dir|dich)\b/i)
})

test('one and many', () => {
  expect(i18nProvider.translate('ra.action.bulk_actions', { smart_count: 1 })).toBe(
    '1 Eintrag ausgewählt',
  )
  expect(i18nProvider.translate('ra.action.bulk_actions', { smart_count: 5 })).toBe(
    '5 Einträge ausgewählt',
  )
})
