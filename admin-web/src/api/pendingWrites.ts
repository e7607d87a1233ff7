/** Which writes are under way, so that the page can say when one takes long. */
const begun = new Set<number>()
const listeners = new Set<() => void>()
let latest = 0

/** Notes a write until the returned function is called. */
export function beginWrite(): () => void {
  const write = ++latest
  begun.add(write)
  tell()
  return () => {
    begun.delete(write)
    tell()
  }
}

/** How many are under way. */
export const pendingWrites = (): number => begun.size

export function onPendingWrites(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const listener of listeners) listener()
}
