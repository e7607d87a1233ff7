import { useEffect, useRef, useState } from 'react'
import { useSession, wasEnded } from './session'

/** What was typed when a session ended by itself, in memory only: person and page → the form. */
const kept = new Map<string, unknown>()

/**
 * A state that outlives the end of the session: whoever signs in again and comes back to the page
 * finds it as it was. `page` names the form.
 */
export function useKeptForm<T>(page: string, start: () => T) {
  const [key] = useState(`${useSession()?.account.id} ${page}`)
  const [form, setForm] = useState<T>(() => (kept.get(key) as T | undefined) ?? start())
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  }, [form])
  useEffect(() => {
    kept.delete(key)
    return () => {
      if (wasEnded()) kept.set(key, latest.current)
    }
  }, [key])
  return [form, setForm] as const
}
