/**
 * Cuts both typefaces down to what German pages need and writes them to src/app/fonts.
 *
 * The latin files of the packages hold glyphs for twenty languages and weights nobody uses here.
 * German letters, figures, punctuation and the signs of our own copy are left; together the two
 * files must stay within 30 kB. Letters of other languages stand in two more files, which a browser fetches
 * only where a name needs them. Run `npm run fonts` after a font update and commit the result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const GLYPHS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÄÖÜäöüßéèáàóç' +
  ' \u00a0\u00ad\u202f!"#%&\'()*+,-./:;=?@[]_|§°·×÷–—‘’‚“”„…€²→−©'
/** Letters of names in the rest of Europe: fetched only by a page that shows one of them. */
const WESTERN = 'ÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕØÙÚÛÝÞâãåæêëìíîïðñòôõøùúûýþÿıŒœ'
const EXTENDED = [
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
]
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
  .map((code) => String.fromCodePoint(code))
  .join('')

const FONTS = [
  {
    source: '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
    target: 'familjen-grotesk.woff2',
    weights: { min: 600, max: 700 },
  },
  {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    target: 'figtree.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    target: 'names-western.woff2',
    weights: { min: 400, max: 700 },
    glyphs: WESTERN,
  },
  {
    source: '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
    target: 'names-extended.woff2',
    weights: { min: 400, max: 700 },
    glyphs: EXTENDED,
  },
]

for (const { source, target, weights, glyphs = GLYPHS } of FONTS) {
  const original = readFileSync(require.resolve(source))
  const subset = await subsetFont(original, glyphs, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  writeFileSync(new URL(`../src/app/fonts/${target}`, import.meta.url), subset)
  console.log(`${target}: ${original.length} → ${subset.length} bytes`)
}
