import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')

/** What people write; generated types follow no house rule. */
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'),
)

/** The files of src that a file imports, as paths from src. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8')
  const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, to]) => to ?? '',
  )
  return targets.flatMap((target) => {
    if (target.startsWith('@/')) return [target.slice(2)]
    return target.startsWith('.') ? [normalize(join(dirname(file), target))] : []
  })
}

/** `app`, `lib`, `features/home` … */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'features' ? `${first}/${second}` : first
}

function isAllowed(from: string, to: string): boolean {
  if (from === to || from === 'app') return true
  const lower = ['components', 'lib', 'api', 'content', 'pictures'].includes(to)
  // Components know no business, so the words and the calls are out of their reach.
  if (from === 'components') return to === 'lib'
  return lower && (from.startsWith('features/') || to !== 'components')
}

describe('imports go downwards: components, lib, api, content → features → app', () => {
  test.each(files)('%s', (file) => {
    const wrong = importsOf(file).filter((target) => !isAllowed(roomOf(file), roomOf(target)))
    const words = importsOf(file).filter((target) => target.startsWith('content/'))
    const drawing = file.startsWith('components/land/')
    expect(wrong).toEqual([])
    expect(drawing ? words : []).toEqual([])
  })

  test('a forbidden direction would be noticed', () => {
    expect(isAllowed('features/home', 'features/reservation')).toBe(false)
    expect(isAllowed('features/home', 'app')).toBe(false)
    expect(isAllowed('lib', 'features/home')).toBe(false)
    expect(isAllowed('components', 'content')).toBe(false)
    expect(isAllowed('lib', 'components')).toBe(false)
  })
})

describe('the house rules on size', () => {
  test.each(files)('%s has fewer than 250 lines', (file) => {
    expect(readFileSync(join(SRC, file), 'utf8').split('\n').length).toBeLessThan(250)
  })
})

describe('whatever keeps a button busy goes by useOneTask, which frees it however a call ends', () => {
  const ownSwitch =
    /\bset(?:Busy|Sending|Loading|Saving|Running)\b|(?:running|sending|busy)\.current/

  test.each(files.filter((file) => file !== 'lib/useOneTask.ts'))('%s', (file) => {
    expect(ownSwitch.exec(readFileSync(join(SRC, file), 'utf8'))?.[0] ?? null).toBeNull()
  })
})

describe('German stands in content/de alone', () => {
  const outside = files.filter((file) => !file.startsWith('content/'))
  // A quoted text or JSX text with an umlaut, or a capitalised word followed by another word.
  const german = /(['"`>])[^'"`<>\n]*[äöüßÄÖÜ][^'"`<>\n]*['"`<]/

  test.each(outside)('%s', (file) => {
    const code = readFileSync(join(SRC, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, '')
    expect(german.exec(code)?.[0] ?? null).toBeNull()
  })
})
