import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False while the prerendered page is being taken over, true from then on. What only the browser
 * knows (query, session storage, settings that change the layout) waits for it, so that the first
 * render equals the finished HTML.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
