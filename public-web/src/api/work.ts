/** Proof of work, which the server asks for while unusually many places are reserved. Nobody sees anything of it. */

import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Tries between two breaths: a twentieth of a second on a slow telephone, so that the page stays alive. */
const AT_ONCE = 4096

/**
 * The number that does the work, to be sent with the same call.
 *
 * @param wanted `bits.salt`: how many zero bits the SHA-256 of `salt:key:number` has to begin with
 * @param key the call's own
 */
export async function done(wanted: string, key: string): Promise<string> {
  const [bits, salt] = wanted.split('.')
  const prefix = `${salt}:${key}:`
  for (let number = 0; ; number++) {
    if (Math.clz32(firstWord(`${prefix}${number}`)) >= Number(bits)) return String(number)
    if (number % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

function firstWord(text: string): number {
  return new DataView(sha256(utf8ToBytes(text)).buffer).getUint32(0)
}
