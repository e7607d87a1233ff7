/** What the oldest supported browsers lack, or lack on a page without https. */

/** A signal that aborts after so long; `AbortSignal.timeout` is missing in Safari before 16. */
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}

/** A key nobody guesses; `crypto.randomUUID` is missing on pages without https, such as a trial in a local network. */
export function randomKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
