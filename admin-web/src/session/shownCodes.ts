import { listenersOf } from '@/lib/listeners'

/**
 * Remembers in this browser that recovery codes were shown and nobody has said yet that they are
 * kept: a reload would lose them without a word. The codes themselves are never stored.
 */
const KEY = 'voltigo-codes-gezeigt'
const { subscribe, tell } = listenersOf()

export const areCodesUnkept = (): boolean => localStorage.getItem(KEY) !== null

export function noteCodesShown(): void {
  localStorage.setItem(KEY, 'ja')
}

export function noteCodesKept(): void {
  localStorage.removeItem(KEY)
  tell()
}

export const onCodesKept = subscribe
