/**
 * Measures the built console against its budgets, in bytes as brotli sends them, and fails above
 * one. Run after `npm run build`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const assets = readdirSync(join(dist, 'assets'))

/**
 * Limits in bytes; kB are 1000. The main chunk is what every page of the console needs. `Plot` is all of recharts in one
 * chunk, fetched with the first chart: in parts, as before, it was 99 kB.
 */
const LIMITS = { main: 245_000, styles: 9_000, fonts: 30_000, later: 90_000, charts: 94_000 }

const failures = []
const first = [...page.matchAll(/(?:src|href)="\/admin\/assets\/([^"]+)"/g)].map(([, name]) => name)
const scripts = assets.filter((name) => name.endsWith('.js'))

check('scripts of the first view', total(first, '.js'), LIMITS.main)
check('style sheets', total(first, '.css'), LIMITS.styles)
check('fonts', sum(assets.filter((name) => name.endsWith('.woff2')).map(size)), LIMITS.fonts)
for (const name of scripts.filter((script) => !first.includes(script)))
  check(
    `later: ${name}`,
    size(`${name}.br`),
    name.startsWith('Plot-') ? LIMITS.charts : LIMITS.later,
  )

if (/https?:\/\//.test(page.replaceAll('http://www.w3.org', '')))
  failures.push('another host in the page')
if (!page.includes('__VOLTIGO_NONCE__')) failures.push('no place for the nonce')
if (failures.length > 0) {
  console.error(`\nover budget: ${failures.join(', ')}`)
  process.exit(1)
}

function check(what, bytes, limit) {
  const share = Math.round((bytes / limit) * 100)
  console.log(`${what.padEnd(44)} ${String(bytes).padStart(7)} of ${limit} (${share} %)`)
  if (bytes > limit) failures.push(what)
}

function total(names, suffix) {
  return sum(names.filter((name) => name.endsWith(suffix)).map((name) => size(`${name}.br`)))
}

function size(name) {
  return readFileSync(join(dist, 'assets', name)).length
}

function sum(numbers) {
  return numbers.reduce((result, number) => result + number, 0)
}
