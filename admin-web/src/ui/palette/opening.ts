import { useSyncExternalStore } from 'react'

interface Opening {
  text: string
  /** Whether the text was typed just now: the next key goes on with it, and else takes its place. */
  isTyped: boolean
  /** What had the focus, which gets it back. */
  opener: Element | null
}

/** What the palette opens with; `undefined` while it is closed. */
let opened: Opening | undefined
const listeners = new Set<() => void>()

function set(next: Opening | undefined): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the palette from anywhere. */
export const openPalette = (text = '', isTyped = false): void =>
  set({ text, isTyped, opener: document.activeElement })
export const closePalette = (): void => set(undefined)

export const usePaletteOpening = () => useSyncExternalStore(subscribe, () => opened)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
