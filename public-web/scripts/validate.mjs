/**
 * Checks every built page: html-validate always, the Nu checker of the W3C where Java is present.
 * Run after `npm run build`; fails on any error.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const client = here('../dist/client/')
const jar = here('../../tests/tools/node_modules/vnu-jar/build/dist/vnu.jar')
const pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map((name) => join(client, name))
if (pages.length === 0) throw new Error('no built pages: npm run build')

run('html-validate', here('../node_modules/.bin/html-validate'), pages)
if (existsSync(jar) && spawnSync('java', ['-version']).status === 0) {
  // Its notion of CSS is older than container queries; style sheets are checked elsewhere.
  run('Nu checker', 'java', ['-jar', jar, '--errors-only', '--filterpattern', 'CSS:.*', ...pages])
} else {
  console.log('Nu checker: left out, it needs Java')
}

function run(name, command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: here('..') })
  if (status !== 0) process.exit(status ?? 1)
  console.log(`${name}: no error on ${pages.length} pages`)
}
