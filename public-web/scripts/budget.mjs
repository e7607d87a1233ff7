/**
 * Measures the built site against its budgets, in bytes as brotli sends them, and fails above
 * one. Run after `npm run build`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const client = join(dist, 'client')
const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))

/** Limits in bytes; kB are 1000. The first view is all a fresh browser fetches for a page. */
const LIMITS = { html: 14_000, css: 8_000, fonts: 30_000, firstView: 160_000, picture: 90_000 }
/** Pages that only show. */
const SHOWN = { script: 5_900, firstView: 45_000 }
/** One of them has a form, with a script of its own. */
const WITH_FORM = { '/kontakt': 10_000 }
/** Pages that React takes over; the last two draw charts. */
const SCRIPTS = {
  '/reservierung': 104_000,
  '/reservierung/danke': 93_000,
  '/meine-reservierung': 102_000,
  '/warteliste': 101_000,
  '/solar-gutschriftsrechner': 100_000,
  '/dashboard': 185_000,
  '/dashboard/invest': 185_000,
}
/** Views of a page of which a visit begins with one: each, without the others, is held to the page's limit. */
const EITHER = { '/meine-reservierung': ['OwnReservationView', 'TakeOverView'] }
/** Pages that fetch a chart library after the first view, which it is not part of. */
const CHART_LATER = new Set(['/dashboard', '/dashboard/invest'])

const failures = []
const lengths = new Map()
const fonts = sum(named('assets', /^(?!names-).*\.woff2$/).map(size))
check('fonts', fonts, LIMITS.fonts)

for (const { path, state, file, scripts } of pages) {
  const name = state === 'open' ? path : `${path} (${state})`
  const page = read(file)
  const html = compressed(page)
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css)
  const code = Math.max(...views(path, scripts).map(codeOf))
  check(`${name}: HTML`, html, LIMITS.html)
  check(`${name}: style sheets`, compressed(styles.join('')), LIMITS.css)
  check(`${name}: scripts`, code, SCRIPTS[path] ?? WITH_FORM[path] ?? SHOWN.script)
  if (!CHART_LATER.has(path))
    check(
      `${name}: first view`,
      html + code + fonts,
      SCRIPTS[path] ? LIMITS.firstView : SHOWN.firstView,
    )
}

for (const name of named('assets', /\.(avif|webp)$/)) check(name, size(name), LIMITS.picture)

if (failures.length > 0) {
  console.error(`\nover budget: ${failures.join(', ')}`)
  process.exit(1)
}

/** The scripts of each view of a page; most pages have one. */
function views(path, scripts) {
  const names = EITHER[path] ?? ['']
  const others = (name) => names.filter((other) => other !== name)
  const isOf = (file, name) => file.includes(`/${name}-`)
  for (const name of names.filter(Boolean))
    if (!scripts.some((file) => isOf(file, name))) throw new Error(`${path} has no view ${name}`)
  return names.map((name) => scripts.filter((file) => !others(name).some((o) => isOf(file, o))))
}

function codeOf(scripts) {
  return sum(scripts.map((name) => compressed(read(name))))
}

function check(what, bytes, limit) {
  const share = Math.round((bytes / limit) * 100)
  console.log(`${what.padEnd(44)} ${String(bytes).padStart(7)} of ${limit} (${share} %)`)
  if (bytes > limit) failures.push(what)
}

function named(folder, pattern) {
  return readdirSync(join(client, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
}

function read(name) {
  return readFileSync(join(client, name), 'utf8')
}

function size(name) {
  return readFileSync(join(client, name)).length
}

/** Pages share their scripts, and each page has a file for each state of the park. */
function compressed(text) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  if (!lengths.has(text))
    lengths.set(text, brotliCompressSync(Buffer.from(text), { params }).length)
  return lengths.get(text)
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
