/**
 * Measures the built site against its budgets, in bytes as brotli sends them, and fails above
 * one. Run after `npm run build`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const client = fileURLToPath(new URL('../dist/client/', import.meta.url))
const assets = readdirSync(join(client, 'assets'))

/** Limits in bytes; kB are 1000. The first view is all a fresh browser fetches for a page. */
const LIMITS = { html: 14_000, css: 8_000, fonts: 30_000, firstView: 160_000 }
const PAGES = [
  { file: 'index.html', chunk: 'HomePage', script: 90_000 },
  { file: 'reservierung.html', chunk: 'ReservationPage', script: 100_000 },
  { file: 'reservierung/danke.html', chunk: 'ThankYouPage', script: 90_000 },
  { file: 'kontakt.html', chunk: 'ContactPage', script: 90_000 },
  { file: 'agb.html', chunk: 'TermsPage', script: 90_000 },
  { file: 'datenschutz.html', chunk: 'PrivacyPage', script: 90_000 },
  { file: 'impressum.html', chunk: 'ImprintPage', script: 90_000 },
]

const failures = []
const fonts = sum(assets.filter((name) => name.endsWith('.woff2')).map(raw))
const [style] = /(?<=<style>)[\s\S]*?(?=<\/style>)/.exec(read('index.html')) ?? ['']
check('style sheet', compressed(style), LIMITS.css)
check('fonts', fonts, LIMITS.fonts)

for (const { file, chunk, script } of PAGES) {
  const html = compressed(read(file))
  const scripts = sum([...scriptsOf(read(file), chunk)].map((name) => compressed(asset(name))))
  check(`${file}: HTML`, html, LIMITS.html)
  check(`${file}: scripts`, scripts, script)
  check(`${file}: first view`, html + scripts + fonts, LIMITS.firstView)
}

if (failures.length > 0) {
  console.error(`\nover budget: ${failures.join(', ')}`)
  process.exit(1)
}

function check(what, bytes, limit) {
  const share = Math.round((bytes / limit) * 100)
  console.log(`${what.padEnd(40)} ${String(bytes).padStart(7)} of ${limit} (${share} %)`)
  if (bytes > limit) failures.push(what)
}

/** The entry, the shared code, the page's own chunk, and whatever these import statically. */
function scriptsOf(html, chunk) {
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(html)?.[1]
  const found = new Set()
  const open = [entry, ...assets.filter((name) => isChunk(name, chunk) || isChunk(name, 'shared'))]
  while (open.length > 0) {
    const name = open.pop()
    if (found.has(name)) continue
    found.add(name)
    for (const [, next] of asset(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      open.push(next)
  }
  return found
}

function isChunk(name, chunk) {
  return name.startsWith(`${chunk}-`) && name.endsWith('.js')
}

function read(file) {
  return readFileSync(join(client, file), 'utf8')
}

function asset(name) {
  return read(join('assets', name))
}

function raw(name) {
  return readFileSync(join(client, 'assets', name)).length
}

function compressed(text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(Buffer.from(text), { params }).length
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
