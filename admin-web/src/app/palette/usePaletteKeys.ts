import type { KeyboardEvent } from 'react'

/** What the keys of the palette do, the same on hits and on the actions of one of them. */
export interface PaletteKeys {
  /** Whether the arrows stand on the actions of the chosen household. */
  isOnActions: boolean
  hasActions: boolean
  move: (by: 1 | -1) => void
  choose: (isNewTab: boolean) => void
  chooseAction: (at: number) => void
  toActions: () => void
  toHits: () => void
  toList: () => void
}

/** The handler of the field, which keeps the focus all the time. */
export const keysOf = (keys: PaletteKeys) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.nativeEvent.isComposing || event.altKey) return
  const act = actionFor(event, keys)
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

function actionFor(event: KeyboardEvent<HTMLInputElement>, keys: PaletteKeys) {
  const { key } = event
  if (key === 'ArrowDown') return () => keys.move(1)
  if (key === 'ArrowUp') return () => keys.move(-1)
  if (key === 'Enter' && event.shiftKey) return keys.toList
  if (key === 'Enter') return () => keys.choose(event.ctrlKey || event.metaKey)
  if (keys.isOnActions) return onActions(event, keys)
  if (key === 'ArrowRight' && keys.hasActions && isAtEnd(event.currentTarget)) return keys.toActions
  return undefined
}

/** Digits choose an action; typing on goes on searching. */
function onActions({ key }: { key: string }, keys: PaletteKeys) {
  if (key === 'ArrowLeft' || key === 'Escape') return keys.toHits
  if (key === 'ArrowRight') return () => undefined
  if (/^[1-9]$/.test(key)) return () => keys.chooseAction(Number(key) - 1)
  return undefined
}

const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === selectionEnd && selectionEnd === value.length
