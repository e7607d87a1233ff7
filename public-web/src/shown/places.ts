import { fetchPlaces } from '@/api/parks'
import { parkNowText } from '@/content/de/parkNow'
import { stateOf } from '@/lib/parkState'
import { say } from './text'

/** A page that was opened just now is as the server knows the park. */
const STALE_MS = 60_000

/**
 * Says how many places are free, where the page has room for it. A page that is looked at again after a while, and
 * offers what is no longer so, is loaded anew: nothing was typed into it.
 */
export function followPlaces(): void {
  const { park, state, spots = '' } = document.querySelector<HTMLElement>('.head')?.dataset ?? {}
  if (!park || state === 'cancelled') return
  const room = document.querySelector('.hero__free')
  const ask = async (isOld: boolean) => {
    const now = await fetchPlaces(park, new AbortController().signal)
    if (!now) return
    if (stateOf(now) === state) {
      if (state === 'open') say(room, parkNowText.placesFree(now.free, spots))
    } else if (isOld) window.location.reload()
  }
  if (room) void ask(false)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void ask(true)
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && performance.now() > STALE_MS) void ask(true)
  })
}
