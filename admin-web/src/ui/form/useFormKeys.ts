import { useEffect, useState } from 'react'

const FIELD =
  'input:not([type="checkbox"], [type="radio"], [type="hidden"], [aria-hidden]), textarea:not([aria-hidden])'

interface FormKeys {
  /** Whether its fields are there; until then there is nothing to type into. */
  isShown?: boolean
  /** What cannot be taken back has no key: the user has to look at its button. */
  hasKey?: boolean
}

/**
 * The keys of a form in a dialog, whose `ref` it or its fields get: the user types at once, and Strg with
 * Enter does what its button does, where that may be pressed.
 */
export function useFormKeys({ isShown = true, hasKey = true }: FormKeys = {}) {
  // A dialog puts its form on the page after its own first effects.
  const [form, ref] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isShown || !form) return
    const focused = document.activeElement
    const isTyping = focused !== null && form.contains(focused) && focused.matches(FIELD)
    if (!isTyping) form.querySelector<HTMLElement>(FIELD)?.focus()
  }, [isShown, form])
  // Of the whole dialog: one that only asks has no field to stand in.
  useEffect(() => {
    const dialog = form?.closest<HTMLElement>('[role="dialog"]')
    if (!hasKey || !dialog) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      dialog.querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')?.click()
    }
    const surface = dialog.closest<HTMLElement>('.MuiDialog-root') ?? dialog
    surface.addEventListener('keydown', onKeyDown)
    return () => surface.removeEventListener('keydown', onKeyDown)
  }, [form, hasKey])
  return { ref }
}
