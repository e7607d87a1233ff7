import { useSyncExternalStore } from 'react'
import { listenersOf } from '@/lib/listeners'

interface Opening {
  text: string
  /** Whether the text was typed just now: the next key goes on with it, and else takes its place. */
  isTyped: boolean
  /** What had the focus, which gets it back. */
  opener: Element | null
}

/** What the palette opens with; `undefined` while it is closed. */
let opened: Opening | undefined
const { subscribe, tell } = listenersOf()

function set(next: Opening | undefined): void {
  opened = next
  tell()
}

/** Opens the palette from anywhere. */
export const openPalette = (text = '', isTyped = false): void =>
  set({ text, isTyped, opener: document.activeElement })
export const closePalette = (): void => set(undefined)

export const usePaletteOpening = () => useSyncExternalStore(subscribe, () => opened)
