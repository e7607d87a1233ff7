/**
 * Checks every built page: html-validate always, the Nu checker of the W3C where Java is present.
 * Run after `npm run build`; fails on any error.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const client = here('../dist/client/')
const jar = here('../../tests/tools/node_modules/vnu-jar/build/dist/vnu.jar')
const checked = here('../dist/checked/')
rmSync(checked, { recursive: true, force: true })
const pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map(withParks)
if (pages.length === 0) throw new Error('no built pages: npm run build')

run('html-validate', here('../node_modules/.bin/html-validate'), pages)
if (existsSync(jar) && spawnSync('java', ['-version']).status === 0) {
  // Its notion of CSS is older than container queries; style sheets are checked elsewhere.
  run('Nu checker', 'java', ['-jar', jar, '--errors-only', '--filterpattern', 'CSS:.*', ...pages])
} else {
  console.log('Nu checker: left out, it needs Java')
}

/**
 * A copy of a page with the facts of parks filled in, as the server does: a placeholder is several
 * times as long as what stands in its place, and the length of a title counts.
 */
function withParks(name) {
  const copy = join(checked, name)
  mkdirSync(dirname(copy), { recursive: true })
  const page = readFileSync(join(client, name), 'utf8')
  writeFileSync(copy, page.replaceAll(/__VOLTIGO_PARK_[A-Z_]+?__/g, 'Ingolstadt'))
  return copy
}

function run(name, command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: here('..') })
  if (status !== 0) process.exit(status ?? 1)
  console.log(`${name}: no error on ${pages.length} pages`)
}
