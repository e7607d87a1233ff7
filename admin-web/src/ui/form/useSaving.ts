import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'

export interface Saving<D, V, S> {
  /** Sends what was changed over `base`. */
  save: (changes: Partial<V>, base: D, values: V) => Promise<S>
  /** Once the server has it; `null` where there was nothing to send. */
  onSaved: (saved: S | null, values: V) => Saved | null
  /** What to fetch again afterwards. */
  renews: readonly string[]
  /** Whether the document is sent as a whole, unchanged as well, as a new one is. */
  isWhole?: boolean
}

/** Where to go after saving, and what to say. */
interface Saved {
  path?: string
  words?: string
}

/** One call at a time; `send` answers `null` when it was refused. */
export function useSaving<D, V extends object, S>({
  save,
  onSaved,
  renews,
  isWhole,
}: Saving<D, V, S>) {
  const queries = useQueryClient()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function send(changes: Partial<V>, base: D, values: V, onTaken: () => void) {
    setRunning(true)
    setError(null)
    try {
      const hasChanges = isWhole || Object.keys(changes).length > 0
      const answer = hasChanges ? await save(changes, base, values) : null
      // Before the page has the new version: what was typed is no draft over that.
      onTaken()
      await Promise.all(renews.map((name) => queries.invalidateQueries({ queryKey: [name] })))
      const done: Saved = onSaved(answer, values) ?? {}
      if (answer && done.words) notify(done.words, { type: 'success' })
      return done
    } catch (failure) {
      setError(failure)
      return null
    } finally {
      setRunning(false)
    }
  }
  return { send, isRunning, error, forget: () => setError(null) }
}
