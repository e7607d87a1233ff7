import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const THEME = readFileSync(join(import.meta.dirname, '../../src/app/styles/theme.css'), 'utf8')

/** The ranges of the face with this file. */
function rangesOf(file: string): [number, number][] {
  const face = THEME.split('@font-face').find((block) => block.includes(`${file}.woff2`)) ?? ''
  const list = /unicode-range:([^;]+);/.exec(face)?.[1] ?? ''
  return [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
}

const isIn = (file: string, letter: string) =>
  rangesOf(file).some(([from, to]) => {
    const code = letter.codePointAt(0) ?? 0
    return from <= code && code <= to
  })

test.each([...'ŁłİğşŞżźčřšžőűțñøåëêıœ'])('%s has a face of ours', (letter) => {
  expect(isIn('names-western', letter) || isIn('names-extended', letter)).toBe(true)
})

test.each([...'AzÄÖÜäöüßé€–„'])('%s fetches no further file', (letter) => {
  expect(isIn('names-western', letter) || isIn('names-extended', letter)).toBe(false)
})
