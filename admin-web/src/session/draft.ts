import { useEffect, useState } from 'react'
import { knownSession, onSessionChange, useSession } from './session'

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
onSessionChange(() => {
  const account = knownSession()?.account
  if (account) forgetDrafts(account.id)
})

/** `sessionStorage` where the browser lends it; a form must not fail without. */
const storeOf = (keeping: Keeping): Storage | undefined => {
  try {
    return keeping === 'tab' ? sessionStorage : undefined
  } catch {
    return undefined
  }
}

/**
 * A state that outlives its page: a user who leaves it, or whose session expires and who signs in
 * again, finds it as it was left. It belongs to one account and to one `page`; without a page it goes
 * with the component. It is deleted when its user signs out or another one signs in.
 */
export function useDraft<T>(page: string | undefined, keeping: Keeping, start: () => T) {
  const key = `${prefixOf(useSession()?.account.id)}${page}`
  // The account that opened the form: it is unknown once the session has ended.
  const [name] = useState(page && key)
  const [before] = useState(() => (name ? stored<T>(name, keeping) : undefined))
  // From the first rendering on, which may already be the one that throws.
  useState(() => name && open.set(name, keeping))
  useEffect(() => {
    if (!name) return
    open.set(name, keeping)
    return () => void open.delete(name)
  }, [name, keeping])
  const [draft, setDraft] = useState<T>(() => before?.draft ?? start())

  function keep(next: T) {
    setDraft(next)
    if (name) store(name, keeping, { draft: next, at: Date.now() })
  }
  /** Replaces the draft by `next`, which is not kept: the user has not typed it. */
  function restart(next: T) {
    setDraft(next)
    if (name) forget(name, keeping)
  }
  return { draft, keep, restart, keptAt: before?.at }
}

/** The drafts of the page that is shown. */
const open = new Map<string, Keeping>()

/** Those of them that were typed in: what a page that could not be shown had in its fields. */
export const openDrafts = (): [string, Keeping][] =>
  [...open].filter(([name, keeping]) => stored(name, keeping) !== undefined)

/** Deletes these drafts; their page begins empty. */
export function discardDrafts(drafts: readonly [string, Keeping][]): void {
  for (const [name, keeping] of drafts) {
    forget(name, keeping)
    open.delete(name)
  }
}

const PREFIX = 'draft '
const prefixOf = (account: number | undefined) => `${PREFIX}${account} `

/**
 * Deletes all drafts of this tab, or those of other accounts than `except`. Drafts hold personal data
 * of households, so the next user of the computer must not find them.
 */
export function forgetDrafts(except?: number): void {
  const names = [...kept.keys(), ...Object.keys(storeOf('tab') ?? {})]
  for (const name of names) {
    const isSpared = except !== undefined && name.startsWith(prefixOf(except))
    if (name.startsWith(PREFIX) && !isSpared) forget(name, 'tab')
  }
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
