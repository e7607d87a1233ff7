import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { reportSection } from '@/lib/attribution/report'

export const STEP_COUNT = 4

/** No element has this id, so that no browser scrolls there by itself, and too far. */
export const fragmentOf = (step: number) => `#schritt-${step}`

const sectionOf = (step: number) => document.querySelector(`[data-step="${step}"]`)

export interface Steps {
  current: number
  /** Leads to a section and puts the reading position on its heading. */
  go: (step: number) => void
  /** Makes the fields of a section visible, for one of them to take the focus. */
  show: (step: number) => void
}

/** In a state of the history: the step from which this entry was reached. */
const STEP_BEFORE = 'formStepBefore'

/** After a jump the page scrolls by itself; for that long, scrolling says nothing about the reader. */
const SETTLE_MS = 1_000

/** Where the receipt has no room beside the form, one section is shown at a time. */
const isOneStepAView = () => window.matchMedia('(max-width: 64rem)').matches

interface Jump {
  step: number
  at: number
}

/**
 * Where in the form the visitor is. Each step has an entry of its own in the history, with its
 * number in the fragment, so that "back" leads to the step before. On a wide screen, which shows
 * all sections, the section focused or scrolled to last counts as well.
 *
 * @param reachable number of sections that are open
 * @param isReady whether what was kept has been taken over, and `reachable` counts
 */
export function useSteps(reachable: number, isReady: boolean): Steps {
  const [current, setCurrent] = useState(1)
  const [jump, setJump] = useState<Jump | null>(null)
  const jumpTo = useCallback((step: number) => {
    setCurrent(step)
    setJump({ step, at: performance.now() })
  }, [])

  useArrival(reachable, isReady, jumpTo, setCurrent)
  useOwnScrolling()
  useReadingPosition(reachable, jump, setCurrent)

  // An effect, because the section jumped to may only appear with the same render.
  useEffect(() => {
    if (jump) scrollToSection(jump.step)
  }, [jump])

  const reached = Math.min(current, reachable)
  useEffect(() => {
    if (reached > 1) reportSection(reached)
  }, [reached])

  const go = (step: number) => {
    // The step before is one "back" away: another entry for it would turn that order round.
    if (window.history.state?.[STEP_BEFORE] === step) return window.history.back()
    enter(step)
    jumpTo(step)
  }
  const show = (step: number) => {
    if (step === reached || !isOneStepAView()) return
    enter(step)
    setCurrent(step)
  }
  return { current: reached, go, show }
}

/** Follows the address: as the form opens, with "back" and "forward", and when a link leads here again. */
function useArrival(
  reachable: number,
  isReady: boolean,
  jumpTo: (step: number) => void,
  setCurrent: (step: number) => void,
): void {
  const { key } = useLocation()
  const shown = useRef(key)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known which sections are open
  useEffect(() => {
    const step = stepIn(window.location.hash)
    if (!isReady || step === null || step === 1) return
    if (step <= reachable) jumpTo(step)
    else openAtFirst()
  }, [isReady])

  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    setCurrent(stepIn(window.location.hash) ?? 1)
  }, [key, setCurrent])

  useEffect(() => {
    const follow = () => {
      const step = stepIn(window.location.hash)
      if (step) jumpTo(Math.min(step, reachable))
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
    // As few as can be: the router renders in the midst of the event, and a listener exchanged then is not called.
  }, [reachable, jumpTo])
}

/** Each view begins at its top: the browser would bring back how far another one was scrolled. */
function useOwnScrolling(): void {
  useEffect(() => {
    if (!isOneStepAView()) return
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [])
}

/** Where all sections are in view, scrolling and the focus tell which of them is being read. */
function useReadingPosition(
  reachable: number,
  jump: Jump | null,
  setCurrent: (step: number) => void,
): void {
  useEffect(() => {
    const isSettled = () => !jump || performance.now() - jump.at > SETTLE_MS
    const onScroll = () => {
      if (isSettled() && !isOneStepAView()) setCurrent(focusedInView() ?? sectionInView(reachable))
    }
    const onFocus = (event: FocusEvent) => {
      const step = stepOf(event.target)
      if (step) setCurrent(step)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      window.removeEventListener('scroll', onScroll)
      document.removeEventListener('focusin', onFocus)
    }
  }, [reachable, jump, setCurrent])
}

/** Makes an entry in the history, beside the router, whose state goes along: it is the same page to it. */
function enter(step: number): void {
  const before = stepIn(window.location.hash)
  if (before === step) return
  const state = { ...window.history.state, [STEP_BEFORE]: before }
  window.history.pushState(state, '', fragmentOf(step))
}

/** A step that is not open yet leaves the address, for a reload to stay where the visitor is. */
function openAtFirst(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', pathname + search)
}

/** The step a fragment stands for; null if it leads to another place of the page. */
function stepIn(hash: string): number | null {
  const step = /^#schritt-([1-4])$/.exec(hash)?.[1]
  if (step) return Number(step)
  return hash && document.getElementById(hash.slice(1)) ? null : 1
}

/** The section an element belongs to, if any. */
export function stepOf(target: EventTarget | null): number | null {
  const section = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
  return section ? Number(section.dataset.step) : null
}

/** The section of the focus while that can be seen: to bring it into view, the browser scrolls too. */
function focusedInView(): number | null {
  const focused = document.activeElement
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < window.innerHeight ? stepOf(focused) : null
}

/** The last section that has begun above the middle of the window. */
function sectionInView(reachable: number): number {
  const line = window.innerHeight * 0.45
  for (let step = reachable; step > 1; step -= 1) {
    const top = sectionOf(step)?.getBoundingClientRect().top
    if (top !== undefined && top < line) return step
  }
  return 1
}

function scrollToSection(step: number): void {
  const section = sectionOf(step)
  const isCalm = isOneStepAView() || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' })
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
