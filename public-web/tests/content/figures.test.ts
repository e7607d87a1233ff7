import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import offer from '@offer/offer.json'
import { describe, expect, test } from 'vitest'
import { code, quoted } from './sourceText'

const SRC = join(import.meta.dirname, '../../src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(app|content|features|components)\/.*\.tsx?$/.test(name),
)

const SPACE = String.raw`(?:\s|\\u00a0|\\u202f|&nbsp;)*`
const NUMBER = String.raw`(?<![\w$.,])\d(?:[\d.,]*\d)?`
const UNIT = [
  '€|EUR\\b|Euro\\b|Cent\\b|ct\\b|%|Prozent',
  '[kM]Wh?p?\\b|Kilowatt|Megawatt|kg\\b|Kilogramm|Tonnen|t\\b(?= CO)',
  'Plätze|Haushalte|Gutschriften|[Mm]onatsraten\\b|Raten\\b',
  'Jahren?\\b|-?jährig|Monaten?\\b|Wochen\\b|Tagen?\\b',
].join('|')
/**
 * A number with a unit of the offer, also where JSX holds the number in braces, or with the euro
 * before it. `§ 14` or „24 Stunden“ are no figures of it.
 */
const FIGURE = new RegExp(
  `(?:${NUMBER}|(?<!\\$)\\{${NUMBER}\\})${SPACE}(?:${UNIT})|(?:€|EUR)${SPACE}\\d(?:[\\d.,]*\\d)?`,
  'g',
)
/** An amount without its unit: 1.299 or 1.299,00 or 30,88. */
const AMOUNT = /(?<![\w$.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d{2})(?![\w.,]*\d)/g

/** The figures written by hand in a source text, comments left out. */
const literalFigures = (source: string): string[] => code(source).match(FIGURE) ?? []

/** Numbers of the offer that cannot be anything else, such as 500 or 1299. */
const constants = (function collect(value: unknown): number[] {
  if (typeof value === 'number') return value >= 100 ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(collect) : []
})(offer)
const CONSTANT = new RegExp(
  `(?<![\\w.,/-]|§ )(?:${[...new Set(constants)].join('|')})(?![\\w.,]*\\d)`,
  'g',
)

/** Numbers in German texts that look like the offer's and have no unit to tell by. */
function bareFigures(source: string): string[] {
  const texts = quoted(source)
  return [...(texts.match(AMOUNT) ?? []), ...(texts.match(CONSTANT) ?? [])]
}

/** Amounts that a household would type, as an example beside the field. */
const TYPED = ['85,50']

describe('every figure on the site is rendered from the constants', () => {
  test.each(files)('%s', (file) => {
    const source = readFileSync(join(SRC, file), 'utf8')
    expect(literalFigures(source)).toEqual([])
    if (!file.startsWith('content/')) return
    expect(bareFigures(source).filter((found) => !TYPED.includes(found))).toEqual([])
  })

  test.each([
    ["text: 'Heute 0 €.'", ['0 €']],
    ['`von $' + '{spots} Plätzen, mindestens 5 Cent`', ['5 Cent']],
    ["'bis zu 1.299,00\\u00a0€ und 30 %'", ['1.299,00\\u00a0€', '30 %']],
    ['<p>noch 500 Plätze</p>', ['500 Plätze']],
    ['<p>noch {500} Plätze</p>', ['{500} Plätze']],
    ["'Mindestens €500, 1,45 MW, in 24 Monatsraten'", ['1,45 MW', '24 Monatsraten', '€500']],
    ["'nach § 14 und 24 Stunden, mindestens fünf Cent'", []],
    ['`$' + '{rate} Cent, $' + '{months - 1} Raten`', []],
    ['// 833 → „8,33 €“', []],
  ])('%s', (source, found) => {
    expect(literalFigures(source).sort()).toEqual([...found].sort())
  })

  test.each([
    ["'Platz 50 von 500'", ['500']],
    ["'zusammen 1.377,00 statt 1.299'", ['1.377,00', '1.299']],
    ['`Rate $' + '{amount}, die letzte 30,88`', ['30,88']],
    ['packageOf(2000)', []],
    ["'/seite-500'", []],
    ["'§§ 500, 501 BGB, WCAG 2.2, EN 301 549, Postfach 39 11 55'", []],
  ])('%s', (source, found) => {
    expect(bareFigures(source)).toEqual(found)
  })
})
