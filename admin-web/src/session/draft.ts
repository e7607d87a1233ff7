import { useState } from 'react'
import { useSession } from './session'

/**
 * Where a draft waits. `tab`: beyond a reload, until the tab is closed. `memory`: until the page is
 * reloaded, for personal data, which has no business on the disk of a shared computer.
 */
export type Keeping = 'tab' | 'memory'

interface Kept<T> {
  draft: T
  /** Milliseconds since 1970. */
  at: number
}

const kept = new Map<string, string>()

/** `sessionStorage` where the browser lends it; a form must not fail without. */
const storeOf = (keeping: Keeping): Storage | undefined => {
  try {
    return keeping === 'tab' ? sessionStorage : undefined
  } catch {
    return undefined
  }
}

/**
 * A state that outlives its page: whoever leaves it, or signs in again, finds it as it was left. It
 * belongs to one account and to one `page`; without a page it goes with the component.
 */
export function useDraft<T>(page: string | undefined, keeping: Keeping, start: () => T) {
  const key = `draft ${useSession()?.account.id} ${page}`
  // The account that opened the form: it is unknown once the session has ended.
  const [name] = useState(page && key)
  const [before] = useState(() => (name ? stored<T>(name, keeping) : undefined))
  const [draft, setDraft] = useState<T>(() => before?.draft ?? start())

  function keep(next: T) {
    setDraft(next)
    if (name) store(name, keeping, { draft: next, at: Date.now() })
  }
  /** Begins anew with `next`, which is nothing anybody typed. */
  function restart(next: T) {
    setDraft(next)
    if (name) forget(name, keeping)
  }
  return { draft, keep, restart, keptAt: before?.at }
}

function stored<T>(name: string, keeping: Keeping): Kept<T> | undefined {
  const text = kept.get(name) ?? storeOf(keeping)?.getItem(name)
  return text ? (JSON.parse(text) as Kept<T>) : undefined
}

function store(name: string, keeping: Keeping, value: Kept<unknown>): void {
  const text = JSON.stringify(value)
  kept.set(name, text)
  try {
    storeOf(keeping)?.setItem(name, text)
  } catch {
    // A full store: the draft still waits in memory.
  }
}

function forget(name: string, keeping: Keeping): void {
  kept.delete(name)
  storeOf(keeping)?.removeItem(name)
}
