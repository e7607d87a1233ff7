import { useEffect, useState } from 'react'
import { useShortcut } from '@/ui/keys/useShortcut'

/** `j` and `k` go through the lines, Enter goes to where the line is worked on. Returns how often was gone. */
export function useQueueKeys(index: number, go: (to: number) => void, perform: () => void): number {
  const [moves, setMoves] = useState(0)
  function move(step: number) {
    go(index + step)
    setMoves((count) => count + 1)
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.defaultPrevented || isElsewhere()) return
      event.preventDefault()
      perform()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return moves
}

/** Enter belongs to a focused link, button or dialog; only on a row or nowhere it is the line's. */
function isElsewhere(): boolean {
  const focused = document.activeElement
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true
  if (focused?.closest('.queue-row')) return false
  return focused?.closest('a, button, input, select, textarea, summary') != null
}
