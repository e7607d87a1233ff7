/**
 * The browser's storage, which here never throws. Browsers may refuse it (private mode, blocked
 * site data, full quota); everything kept there is a convenience, so a refusal means "not kept".
 */

/** For the visit, as nearly everything; or for longer, which only a consent allows. */
type Kind = 'sessionStorage' | 'localStorage'

/** The parsed value under a key; null when absent or not JSON. */
export function readJson(key: string, kind: Kind = 'sessionStorage'): unknown {
  try {
    const text = window[kind].getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function writeJson(key: string, value: unknown, kind?: Kind): void {
  writeText(key, JSON.stringify(value), kind)
}

export function writeText(key: string, value: string, kind: Kind = 'sessionStorage'): void {
  try {
    window[kind].setItem(key, value)
  } catch {
    // Not kept.
  }
}

export function removeKey(key: string, kind: Kind = 'sessionStorage'): void {
  try {
    window[kind].removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
