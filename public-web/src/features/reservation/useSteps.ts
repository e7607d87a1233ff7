import { useEffect, useState } from 'react'
import { reportSection } from '@/lib/attribution/report'

export const STEP_COUNT = 4

export const sectionId = (step: number) => `schritt-${step}`

export interface Steps {
  current: number
  /** Scrolls to a section and puts the reading position on its heading. */
  go: (step: number) => void
}

const STEP_STATE = 'formStep'

/** After a jump the page scrolls by itself; for that long, scrolling says nothing about the reader. */
const SETTLE_MS = 1_000

/**
 * Where in the form the visitor is: the section jumped to, focused or scrolled to last.
 *
 * @param reachable number of sections that are open
 */
export function useSteps(reachable: number): Steps {
  const [current, setCurrent] = useState(1)
  const [jump, setJump] = useState<{ step: number; at: number } | null>(null)

  useEffect(() => {
    const back = ({ state }: PopStateEvent) => {
      const step = Math.min(stepIn(state), reachable)
      setCurrent(step)
      setJump({ step, at: performance.now() })
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [reachable])

  // An effect, because the section jumped to may only appear with the same render.
  useEffect(() => {
    if (jump) scrollToSection(jump.step)
  }, [jump])

  useEffect(() => {
    const isSettled = () => !jump || performance.now() - jump.at > SETTLE_MS
    const onScroll = () => {
      if (isSettled()) setCurrent(sectionInView(reachable))
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
  }, [reachable, jump])

  const go = (step: number) => {
    if (step !== stepIn(window.history.state)) {
      // Beside the router, whose state goes along: it is the same page to it.
      window.history.pushState({ ...window.history.state, [STEP_STATE]: step }, '')
    }
    setCurrent(step)
    setJump({ step, at: performance.now() })
  }

  const reached = Math.min(current, reachable)
  useEffect(() => {
    if (reached > 1) reportSection(reached)
  }, [reached])

  return { current: reached, go }
}

/** The step of an entry in the history: each jump makes one, so that "back" leads to the step before. */
function stepIn(state: unknown): number {
  const step = (state as { [STEP_STATE]?: unknown } | null)?.[STEP_STATE]
  return typeof step === 'number' ? step : 1
}

/** The section an element belongs to, if any. */
export function stepOf(target: EventTarget | null): number | null {
  const section = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
  return section ? Number(section.dataset.step) : null
}

/** The last section that has begun above the middle of the window. */
function sectionInView(reachable: number): number {
  const line = window.innerHeight * 0.45
  for (let step = reachable; step > 1; step -= 1) {
    const top = document.getElementById(sectionId(step))?.getBoundingClientRect().top
    if (top !== undefined && top < line) return step
  }
  return 1
}

function scrollToSection(step: number): void {
  const section = document.getElementById(sectionId(step))
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' })
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
