import { readJson, removeKey, writeJson } from '../browserStore'
import { ATTEMPT_KEY } from '../forgetDraft'
import { randomKey } from '../oldBrowsers'

/**
 * One attempt to reserve: the key under which the server remembers it, from the first try until a
 * definite answer. The key outlives a reload (session storage); what was sent does not, because it
 * holds personal data.
 */
export interface Attempt {
  key: string
  /** The body last sent with the key; null after a reload. */
  sent: string | null
}

let current: Attempt | null = null
let settledKey: string | null = null

/** The key of the attempt that was answered last: its holder made that reservation. */
export const lastKey = (): string | null => settledKey

/** The attempt whose result is still open, if there is one. */
export function openAttempt(): Attempt | null {
  const stored = readJson(ATTEMPT_KEY)
  const key = (stored as { key?: unknown } | null)?.key
  if (typeof key === 'string' && current?.key !== key) current = { key, sent: null }
  return current
}

/** Remembers that this body is about to be sent, and says with which key. */
export function beginAttempt(body: string): string {
  const open = openAttempt()
  // After a reload nobody knows what was sent before. The same key is then the safe choice: equal
  // data cannot reserve twice, and other data the server refuses as not belonging to the key.
  const continues = open !== null && (open.sent === null || open.sent === body)
  current = { key: continues ? open.key : randomKey(), sent: body }
  writeJson(ATTEMPT_KEY, { key: current.key })
  return current.key
}

/** A definite answer has come: the next reservation is another attempt. */
export function closeAttempt(): void {
  settledKey = current?.key ?? settledKey
  current = null
  removeKey(ATTEMPT_KEY)
}
