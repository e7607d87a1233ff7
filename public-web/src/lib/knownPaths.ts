import { createContext, useContext } from 'react'
import type { Path } from './paths'

export const KnownPathsContext = createContext<ReadonlySet<string>>(new Set())

/** Tells whether a path has a page, so that nothing links to one that is not there yet. */
export function useIsKnownPath(): (path: Path) => boolean {
  const known = useContext(KnownPathsContext)
  return (path) => known.has(path)
}
