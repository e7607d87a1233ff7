/**
 * Removes every address from package-lock.json. npm leaves the registry addresses out by itself
 * (.npmrc), but copies each package's funding links into the lock; nothing reads them there.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
for (const entry of Object.values(lock.packages)) delete entry.funding
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
