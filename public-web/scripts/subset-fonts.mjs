/**
 * Cuts both typefaces down to what German pages need and writes them to src/app/fonts.
 *
 * The latin files of the packages hold glyphs for twenty languages and weights nobody uses here.
 * German letters, figures, punctuation and the signs of our own copy are left; together the two
 * files must stay within 30 kB. Run `npm run fonts` after a font update and commit the result.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const GLYPHS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÄÖÜäöüßéèáàóç' +
  ' \u00a0\u00ad\u202f!"#%&\'()*+,-./:;=?@[]_|§°·×÷–—‘’‚“”„…€²→−©'

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
]

for (const { source, target, weights } of FONTS) {
  const original = readFileSync(require.resolve(source))
  const subset = await subsetFont(original, GLYPHS, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  writeFileSync(new URL(`../src/app/fonts/${target}`, import.meta.url), subset)
  console.log(`${target}: ${original.length} → ${subset.length} bytes`)
}
