import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pageMeta } from '@/content/de/pageMeta'
import { sharePictureOf } from '@/content/de/sharePictures'
import { paths } from '@/lib/paths'
import { cards } from '../../scripts/share-pictures/Card'

const LEGAL = [
  paths.withdrawal,
  paths.cancellation,
  paths.terms,
  paths.privacy,
  paths.imprint,
  paths.accessibility,
]
const publicFile = (path: string) => readFileSync(join(import.meta.dirname, '../../public', path))

/** Every page with a title that search engines may list. */
const indexed = Object.values(paths).filter((path) => {
  try {
    return pageMeta(path).indexed
  } catch {
    return false // a page without a title does not exist yet
  }
})

/** Width and height of a PNG from its header. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

describe('each indexed page has a picture for sharing', () => {
  test.each(indexed)('%s: 1200 × 630 pixels, at most 120 kB, told in words', (page) => {
    const { path, width, height, alt } = sharePictureOf(page)
    const file = publicFile(path)
    expect(sizeOf(file)).toEqual({ width: 1200, height: 630 })
    expect({ width, height }).toEqual({ width: 1200, height: 630 })
    expect(file.length).toBeLessThanOrEqual(120_000)
    expect(alt.length).toBeGreaterThan(20)
  })

  test('no two pages share one, but for the legal texts', () => {
    const own = indexed.filter((page) => !LEGAL.some((legal) => legal === page))
    const pictures = own.map((page) => sharePictureOf(page))
    expect(own.length).toBeGreaterThanOrEqual(9)
    expect(new Set(pictures.map(({ path }) => path)).size).toBe(own.length)
    expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(own.length)
    expect(new Set(LEGAL.map((page) => sharePictureOf(page).path)).size).toBe(1)
  })
})

describe('the pictures are those of today', () => {
  const drawn = cards()

  test('every one of them is drawn', () => {
    const wanted = new Set(indexed.map((page) => sharePictureOf(page).path))
    expect(new Set(Object.keys(drawn))).toEqual(wanted)
  })

  test.each(Object.entries(drawn))('%s has its words, figures and scene', (path, html) => {
    const fingerprint = createHash('sha256').update(html).digest('hex')
    // Otherwise: npm run share-pictures.
    expect(publicFile(path).includes(`Comment\0${fingerprint}`)).toBe(true)
  })
})

test('the icon for home screens is linked and has 180 × 180 pixels', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
  expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
  expect(sizeOf(publicFile('apple-touch-icon.png'))).toEqual({ width: 180, height: 180 })
})
