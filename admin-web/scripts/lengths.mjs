/** Writes how long each text of a request may be, from the API document: what its forms bound their inputs by. */
import { readFileSync, writeFileSync } from 'node:fs'

const at = (name) => new URL(`../src/api/${name}`, import.meta.url)
const { paths, components } = JSON.parse(readFileSync(at('openapi.json'), 'utf8'))

const nameOf = ({ $ref = '' } = {}) => $ref.split('/').at(-1)
const longest = ({ maxLength, anyOf = [], ...rest }) =>
  maxLength ?? [...anyOf, ...known(rest)].map(longest).find(Boolean)
const known = (schema) => [components.schemas[nameOf(schema)]].filter(Boolean)

const bodies = Object.values(paths)
  .flatMap((path) => Object.values(path))
  .map((operation) => nameOf(operation.requestBody?.content['application/json']?.schema))
const lengths = [...new Set(bodies)].sort().flatMap((name) => {
  const { properties = {} } = components.schemas[name] ?? {}
  const members = Object.entries(properties).map(([member, schema]) => [member, longest(schema)])
  const bounded = members.filter(([, length]) => length)
  return bounded.length > 0 ? [[name, Object.fromEntries(bounded)]] : []
})
const text = `${JSON.stringify(Object.fromEntries(lengths), null, 2)}\n`

const file = at('lengths.gen.json')
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/api/lengths.gen.json is not what the API document says: npm run types')
  process.exit(1)
}
