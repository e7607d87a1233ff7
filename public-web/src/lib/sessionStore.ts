/**
 * Session storage that never throws. Browsers may refuse it (private mode, blocked site data,
 * full quota); everything kept there is a convenience, so a refusal means "not kept".
 */

/** The parsed value under a key; null when absent or not JSON. */
export function readJson(key: string): unknown {
  try {
    const text = window.sessionStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value))
}

export function writeText(key: string, value: string): void {
  try {
    window.sessionStorage.setItem(key, value)
  } catch {
    // Not kept.
  }
}

export function removeKey(key: string): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
