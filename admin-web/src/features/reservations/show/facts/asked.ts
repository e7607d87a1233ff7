import { createContext, useContext, useEffect, useRef } from 'react'

interface Asking {
  /** What is to be changed next: the name of a fact or of a correction. */
  asked: string | null
  ask: (name: string | null) => void
}

/** Keys and the palette ask for a change on the open record; the part that is asked for begins it. */
export const AskedChange = createContext<Asking>({ asked: null, ask: () => undefined })

/** Calls `begin` when the change of that name is asked for. */
export function useAsked(name: string, begin: () => void): void {
  const { asked, ask } = useContext(AskedChange)
  const latest = useRef(begin)
  latest.current = begin
  useEffect(() => {
    if (asked !== name) return
    ask(null)
    latest.current()
  }, [asked, ask, name])
}
