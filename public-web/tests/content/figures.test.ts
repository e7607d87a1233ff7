import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(content|features|components)\/.*\.tsx?$/.test(name),
)

/** A number with a unit of the offer. `§ 14` or „24 Stunden“ are no figures of it. */
const FIGURE =
  /(?<![\w${])\d[\d.,]*(?:\s|\\u00a0|&nbsp;)*(?:€|EUR|Euro\b|Cent\b|ct\b|kWh?\b|MWh?\b|%|Prozent|Plätze|Gutschriften|Jahren?\b|Monaten?\b|Wochen\b|Tagen?\b|Raten\b|kg\b|Haushalte)/g

/** The figures written by hand in a source text, comments left out. */
function literalFigures(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return code.match(FIGURE) ?? []
}

describe('every figure on the site is rendered from the constants', () => {
  test.each(files)('%s', (file) => {
    expect(literalFigures(readFileSync(join(SRC, file), 'utf8'))).toEqual([])
  })

  test.each([
    ["text: 'Heute 0 €.'", ['0 €']],
    ['`von $' + '{spots} Plätzen, mindestens 5 Cent`', ['5 Cent']],
    ["'bis zu 1.299,00\\u00a0€ und 30 %'", ['1.299,00\\u00a0€', '30 %']],
    ["'nach § 14 und 24 Stunden'", []],
    ['`$' + '{rate} Cent`', []],
    ['// 833 → „8,33 €“', []],
  ])('%s', (source, found) => {
    expect(literalFigures(source)).toEqual(found)
  })
})
