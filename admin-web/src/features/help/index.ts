import { lazy } from 'react'

/** The list of all topics, and one of them. Their words are a chunk of their own. */
export const HelpPages = lazy(async () => ({
  default: (await import('./HelpPages')).HelpPages,
}))
