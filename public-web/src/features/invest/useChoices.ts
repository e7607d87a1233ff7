import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type Choices, enquiryPath, knownChoices, missingIn, NOTHING_CHOSEN } from './choices'

/**
 * The visitor's choices and the way on. Nothing is stored; only the entry of the browser's history
 * keeps them, so that the way back from the contact page finds them again.
 */
export function useChoices(form: RefObject<HTMLFormElement | null>) {
  const [choices, setChoices] = useState<Choices>(NOTHING_CHOSEN)
  const { state } = useLocation()

  useEffect(() => {
    // Without a remembered choice the form may hold one that was made before React was here.
    const typed = form.current ? Object.fromEntries(new FormData(form.current)) : {}
    const given = knownChoices(state ?? typed)
    setChoices(given)
  }, [state, form])

  const set = <Name extends keyof Choices>(name: Name, value: Choices[Name]) =>
    setChoices((before) => ({ ...before, [name]: value }))

  const enquire = () => {
    if (missingIn(choices).length > 0) return
    window.history.replaceState({ ...window.history.state, usr: choices }, '')
    // The contact page is a document of its own.
    window.location.assign(enquiryPath(choices))
  }

  return { choices, set, enquire }
}
