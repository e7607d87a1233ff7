import { useEffect, useRef } from 'react'

/** Calls `action` on a key press anywhere but in a field, a dialog, or with a modifier held. */
export function useShortcut(key: string, action: (event: KeyboardEvent) => void): void {
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || isTaken(event)) return
      event.preventDefault()
      latest.current(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key])
}

/** Whether the press belongs to whatever has the focus: a field, or a fact that stands where one would be typed. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof Element ? event.target : null
  if (event.key !== 'z' && target?.closest('[data-asleep]')) return true
  return (
    target?.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]',
    ) != null || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  )
}
