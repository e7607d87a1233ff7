import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')

/** What people write; generated types follow no house rule. */
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'),
)

const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]))
const sourceOf = (file: string): string => sources.get(file) ?? ''

/** The files of src that a file imports, style sheets too, as paths from src. */
function importsOf(file: string): string[] {
  const targets = [...sourceOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, to]) => to ?? '',
  )
  return targets.flatMap((target) => {
    if (target.startsWith('@/')) return [target.slice(2)]
    return target.startsWith('.') ? [normalize(join(dirname(file), target))] : []
  })
}

/** From below to above: a room imports itself and what stands before it. */
const ORDER = ['lib', 'theme', 'i18n', 'api', 'session', 'ui', 'features', 'app']

/** `lib`, `ui`, `features/today` … */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'features' ? `${first}/${second}` : first
}

const heightOf = (room: string): number => ORDER.indexOf(room.split('/')[0] ?? '')

const isAllowed = (from: string, to: string): boolean =>
  from === to || (heightOf(to) >= 0 && heightOf(to) < heightOf(from))

/** Those of the files that break a rule, so that one run names them all. */
const breaking = (rule: (file: string) => boolean): string[] => files.filter((file) => !rule(file))

describe('the house rules', () => {
  test(`imports go downwards: ${ORDER.join(' → ')}`, () => {
    expect(breaking((file) => ORDER.includes(file.split('/')[0] ?? ''))).toEqual([])
    const isDownwards = (file: string) =>
      importsOf(file).every((to) => isAllowed(roomOf(file), roomOf(to)))
    expect(breaking(isDownwards)).toEqual([])
  })

  test('a forbidden direction would be noticed', () => {
    expect(isAllowed('features/today', 'features/alerts')).toBe(false)
    expect(isAllowed('features/today', 'app')).toBe(false)
    expect(isAllowed('ui', 'features/today')).toBe(false)
    expect(isAllowed('session', 'ui')).toBe(false)
    expect(isAllowed('api', 'session')).toBe(false)
    expect(isAllowed('lib', 'api')).toBe(false)
    expect(isAllowed('ui', 'elsewhere')).toBe(false)
    expect(isAllowed('features/today', 'ui')).toBe(true)
  })

  test('what a file imports is found, however it is written', () => {
    expect(importsOf('features/reports/index.ts')).toContain('features/reports/ReportRoutes')
    expect(importsOf('app/main.tsx')).toContain('theme/console.css')
    expect(importsOf('features/today/queue/QueuePage.tsx')).toContain('ui/page/Page')
  })

  test('no file has more than 300 lines', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(breaking((file) => sourceOf(file).trimEnd().split('\n').length <= 300)).toEqual([])
  })

  test('no file passes on what others export', () => {
    const passing = /^export (type )?(\*|\{[^}]*\}) from /m
    expect(breaking((file) => !passing.test(sourceOf(file)))).toEqual([])
  })

  test('the server is asked by `call` alone, which its document types', () => {
    /** What `call` is made of, and a report, which is read line by line. */
    const callers = ['api/transport.ts', 'features/reports/frame/stream.ts']
    const asks = (file: string) => !callers.includes(file) && /\bfetch\(/.test(sourceOf(file))
    expect(breaking((file) => !asks(file))).toEqual([])
    const sends = /\bsend\b[^}]*\} from '@\/api/
    expect(breaking((file) => file.startsWith('api/') || !sends.test(sourceOf(file)))).toEqual([])
  })
})
