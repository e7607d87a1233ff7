import { useEffect, useState } from 'react'
import { useShortcut } from './useShortcut'

/**
 * `j` and `k` go down and up in a list, Enter opens the current entry. Returns the index of the
 * current entry, -1 before the first press. Starts again when `listId` changes (another page, sort
 * or filter). Scrolls to the element with `data-zeile="<index>"`.
 */
export function useListKeys(count: number, open: (index: number) => void, listId: string): number {
  const [current, setCurrent] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => setCurrent(-1), [listId])

  function go(step: number) {
    if (count === 0) return
    const next = Math.min(Math.max(current + step, 0), count - 1)
    setCurrent(next)
    document.querySelector(`[data-zeile="${next}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }

  useShortcut('j', () => go(1))
  useShortcut('k', () => go(-1))
  useEnter(() => current >= 0 && current < count && open(current))
  return current
}

/** Enter belongs to a focused link or button; only elsewhere it opens the current entry. */
function useEnter(action: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented) return
      const focused = document.activeElement
      if (focused?.closest('a, button, input, select, textarea, summary, [role="dialog"]')) return
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
