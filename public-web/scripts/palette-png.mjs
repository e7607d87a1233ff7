/**
 * Makes small PNG files of flat drawings: few colours, one byte a pixel.
 *
 * Chromium writes every blend of two colours along an edge as a colour of its own, which compresses
 * badly. Blends that nobody can tell apart become one colour here; sizes fall to a third.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Colours closer than this (in the RGB cube) are taken as one. */
const CLOSE = 14

/**
 * The same picture with at most `limit` colours and a comment in it.
 *
 * @param {Buffer} png 8-bit RGB without interlacing, as Chromium takes screenshots
 * @param {number} limit up to 256
 * @param {string} comment Latin-1 text
 */
export function withPalette(png, limit, comment) {
  const { width, height, pixels } = decoded(png)
  const palette = chosenColours(pixels, limit)
  const indices = new Map()
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = pixels.readUIntBE(pixel * 3, 3)
    if (!indices.has(colour)) indices.set(colour, nearest(palette, colour))
    rows[pixel + Math.floor(pixel / width) + 1] = indices.get(colour)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap(parts))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The most frequent colours, leaving out those close to a more frequent one. */
function chosenColours(pixels, limit) {
  const counts = new Map()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const chosen = []
  for (const [colour] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (chosen.length === limit) break
    if (chosen.every((known) => distance(known, colour) >= CLOSE)) chosen.push(colour)
  }
  return chosen
}

function nearest(palette, colour) {
  let best = 0
  for (const [index, known] of palette.entries()) {
    if (distance(known, colour) < distance(palette[best], colour)) best = index
  }
  return best
}

const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]

function distance(one, other) {
  const [r, g, b] = parts(other)
  const [red, green, blue] = parts(one)
  return Math.hypot(red - r, green - g, blue - b)
}

/** Size and RGB bytes of a PNG; throws for a kind that Chromium does not write. */
function decoded(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (png.subarray(24, 29).toString('hex') !== '0802000000') throw new Error('not 8-bit RGB')
  const data = []
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(body)
  }
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(data)), width * 3, height) }
}

/** Undoes the prediction of each row from its neighbours (PNG specification, section 9). */
function unfiltered(raw, stride, height) {
  const pixels = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)]
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column
      const left = column < 3 ? 0 : pixels[at - 3]
      const up = row === 0 ? 0 : pixels[at - stride]
      const corner = column < 3 || row === 0 ? 0 : pixels[at - stride - 3]
      pixels[at] = raw[at + row + 1] + predicted(filter, left, up, corner)
    }
  }
  return pixels
}

function predicted(filter, left, up, corner) {
  if (filter === 4) {
    const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(
      Math.abs,
    )
    if (toLeft <= toUp && toLeft <= toCorner) return left
    return toUp <= toCorner ? up : corner
  }
  return [0, left, up, (left + up) >> 1][filter]
}

function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(body.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
