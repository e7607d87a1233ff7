import { type RefObject, useEffect, useRef } from 'react'

/**
 * The reference for a form whose first field marked wrong takes the focus, once per set of faults.
 * An effect, because only after the render that marks the field can it be found. `faults` stays the same object until
 * others are found: with a new one for each letter the field marked wrong would take the focus from the one being typed.
 */
export function useFaultFocus(faults: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])
  return form
}
