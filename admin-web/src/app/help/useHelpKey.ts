import { useEffect } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router-dom'
import { helpPath } from './helpPath'

/**
 * F1 opens the help for the page. In a field or a dialog it opens in a tab of its own, so that nothing
 * typed is lost.
 */
export function useHelpKey(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const path = helpPath(pathname)
  const address = useHref(path)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (isWorking(event.target)) window.open(address, '_blank', 'noopener')
      else navigate(path)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [path, address, navigate])
}

/** Whether the user is in the middle of something that leaving the page would end. */
function isWorking(target: EventTarget | null): boolean {
  const field = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'
  const isInField = target instanceof Element && target.closest(field) !== null
  return isInField || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}
