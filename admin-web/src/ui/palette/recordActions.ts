import { useEffect, useRef, useSyncExternalStore } from 'react'
import { listenersOf } from '@/lib/listeners'

/** Something that can be done with a record now. */
export interface RecordAction {
  /** As the server calls it, or the page's own name of it. */
  name: string
  label: string
  /** Beside the label. */
  note?: string
}

export interface OpenRecord {
  id: number
  title: string
  actions: readonly RecordAction[]
}

interface Registered extends OpenRecord {
  run: (name: string) => void
}

let open: Registered | undefined
/** What was chosen for a record whose page is still to open. */
let wanted: { id: number; name: string } | undefined
const { subscribe, tell } = listenersOf()

function set(next: Registered | undefined): void {
  open = next
  tell()
}

/**
 * The page of a record says what can be done with it, so that the palette offers it; `run` begins it, as
 * the page's own button does, or says why it cannot. What was chosen in the palette before the page was there
 * begins at once.
 */
export function useRecordActions(record: OpenRecord, run: (name: string) => void): void {
  const latest = useRef(run)
  latest.current = run
  const { id, title } = record
  const actions = JSON.stringify(record.actions)
  useEffect(() => {
    const registered = {
      id,
      title,
      actions: JSON.parse(actions) as RecordAction[],
      run: (name: string) => latest.current(name),
    }
    set(registered)
    if (wanted?.id === id) {
      const { name } = wanted
      wanted = undefined
      registered.run(name)
    }
    return () => {
      if (open === registered) set(undefined)
    }
  }, [id, title, actions])
}

/** The record whose page is open, if one is. */
export const useOpenRecord = (): OpenRecord | undefined =>
  useSyncExternalStore(subscribe, () => open)

/** Begins an action of a record; with `true` its page has to be opened for it. */
export function beginRecordAction(id: number, name: string): boolean {
  if (open?.id === id) {
    open.run(name)
    return false
  }
  wanted = { id, name }
  return true
}
