import { useEffect, useState } from 'react'
import type { Identifier } from 'react-admin'
import { useShortcut } from '@/ui/keys/useShortcut'

/**
 * `j` and `k` go down and up in a list, Enter opens the current entry. Returns the index of the
 * current entry, -1 before the first press. It stays with its entry when others come in above it, and
 * starts again when `listId` changes (another page, sort or filter). Scrolls to the element with
 * `data-row="<index>"`.
 */
export function useListKeys(
  ids: readonly Identifier[],
  open: (index: number) => void,
  listId: string,
): number {
  const [place, setPlace] = useState<Place>(NOWHERE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => setPlace(NOWHERE), [listId])
  const current = place.id === undefined ? -1 : ids.indexOf(place.id)

  function go(step: number) {
    if (ids.length === 0) return
    // Where the entry is gone, the one that took its place is the next.
    const from = current < 0 && place.id !== undefined ? place.index - 1 : current
    const next = Math.min(Math.max(from + step, 0), ids.length - 1)
    setPlace({ id: ids[next], index: next })
    document.querySelector(`[data-row="${next}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }

  useShortcut('j', () => go(1))
  useShortcut('k', () => go(-1))
  useEnter(() => current >= 0 && open(current))
  return current
}

interface Place {
  id: Identifier | undefined
  index: number
}

const NOWHERE: Place = { id: undefined, index: -1 }

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
