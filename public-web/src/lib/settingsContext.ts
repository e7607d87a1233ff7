import { createContext, useContext } from 'react'
import { PLACEHOLDERS, type Settings } from './settings'

export const SettingsContext = createContext<Settings>(PLACEHOLDERS)

/** The operator's settings. */
export const useSettings = (): Settings => useContext(SettingsContext)
