import { useEffect, useSyncExternalStore } from 'react'
import type { Schemas } from '@/api/operations'
import { listenersOf } from '@/lib/listeners'
import { openSharedSource } from './sharedSource'
import type { LiveMessage, LiveState } from './source'

export type LiveChange = Schemas['ChangeOut']
export type LiveViewer = Schemas['ViewerOut']

const messages = listenersOf<[message: LiveMessage]>()
const states = listenersOf()
let state: LiveState = 'connecting'
/** Who has which reservation open. A map is replaced, never changed, so that React sees it. */
let viewers: ReadonlyMap<number, LiveViewer[]> = new Map()

function receive(message: LiveMessage) {
  if (message.type === 'viewers') {
    const next = new Map(viewers)
    if (message.viewers.length) next.set(message.reservation_id, message.viewers)
    else next.delete(message.reservation_id)
    viewers = next
    states.tell()
  }
  messages.tell(message)
}

function noteState(next: LiveState) {
  state = next
  // Who was there before a broken line may have left; the new one begins with everybody.
  if (next !== 'live') viewers = new Map()
  states.tell()
}

/** Listens to the stream as long as the console is open; to be used once. */
export function useLiveConnection(): void {
  useEffect(() => openSharedSource(receive, noteState), [])
}

/** Whether what is on the screen is told of changes. */
export const useLiveState = (): LiveState => useSyncExternalStore(states.subscribe, () => state)

const NOBODY: LiveViewer[] = []

/** Who has a reservation open, oneself included. */
export const useViewers = (reservationId: number): LiveViewer[] =>
  useSyncExternalStore(states.subscribe, () => viewers.get(reservationId) ?? NOBODY)

/** Calls `listener` with every message as long as the caller is mounted. */
export function useLiveMessages(listener: (message: LiveMessage) => void): void {
  useEffect(() => messages.subscribe(listener), [listener])
}
