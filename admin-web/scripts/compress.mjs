/** Writes a `.br` and a `.gz` beside every script and sheet of the build; the server sends those. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url))
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }

for (const name of readdirSync(assets).filter((file) => ['.js', '.css'].includes(extname(file)))) {
  const content = readFileSync(join(assets, name))
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params }))
  writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
}
