import { useEffect, useSyncExternalStore } from 'react'
import { listenersOf } from '@/lib/listeners'
import { knownSession, onSessionChange } from '@/session/session'

/** Where the ids wait beyond a reload, in this tab only. No name is kept: the server is asked for them. */
const KEY = 'recent reservations'
const MOST = 10
const NOTHING: readonly number[] = []

let recent: readonly number[] | undefined
const { subscribe, tell } = listenersOf()
onSessionChange(() => knownSession() === null && keep(NOTHING))

/** The reservations this person opened last, the latest first. */
export const useRecent = (): readonly number[] => useSyncExternalStore(subscribe, current)

/** Notes that a reservation is looked at. */
export function useNoteRecent(id: number): void {
  useEffect(() => keep([id, ...current().filter((one) => one !== id)].slice(0, MOST)), [id])
}

function current(): readonly number[] {
  recent ??= stored()
  return recent
}

function stored(): readonly number[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) && found.every(Number.isInteger) ? found : NOTHING
  } catch {
    return NOTHING
  }
}

function keep(ids: readonly number[]): void {
  recent = ids
  try {
    if (ids.length > 0) sessionStorage.setItem(KEY, JSON.stringify(ids))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without a store they last until the next reload.
  }
  tell()
}
