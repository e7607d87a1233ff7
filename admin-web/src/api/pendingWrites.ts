import { listenersOf } from '@/lib/listeners'

/** Which writes are under way, so that the page can say when one takes long. */
const begun = new Set<number>()
const { subscribe, tell } = listenersOf()
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

export const onPendingWrites = subscribe
