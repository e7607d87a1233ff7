import { createContext, useContext } from 'react'
import type { Identifier } from 'react-admin'

/** What a colleague changed of a row while it was on the screen. */
export interface RowChange {
  /** First name of a colleague, or who else it was. */
  by: string
  /** The columns whose value differs from what the screen showed before. */
  columns: ReadonlySet<string>
}

export interface LiveRows {
  changes: ReadonlyMap<Identifier, RowChange>
  /** How many rows came that fit the list and are not shown yet. */
  added: number
  showAdded: () => void
}

export const LiveRowsContext = createContext<LiveRows>({
  changes: new Map(),
  added: 0,
  showAdded: () => undefined,
})

export const useLiveRowsContext = (): LiveRows => useContext(LiveRowsContext)

/** The columns in which two versions of a row differ; their names are those of the row's members. */
export function differingColumns(before: object, after: object): Set<string> {
  const differ = (name: string) =>
    JSON.stringify(before[name as keyof object]) !== JSON.stringify(after[name as keyof object])
  return new Set(Object.keys(after).filter(differ))
}
