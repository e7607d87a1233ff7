import { createContext, useContext } from 'react'
import type { Settings } from './settings'

/** No default: what the entry reads before the first paint would become a request of its own, shared with React's. */
export const SettingsContext = createContext<Settings | null>(null)

/** The operator's settings; inside the app alone. */
export function useSettings(): Settings {
  const settings = useContext(SettingsContext)
  if (settings === null) throw new Error('outside of the app')
  return settings
}
