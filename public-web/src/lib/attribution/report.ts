import { abortAfter } from '../oldBrowsers'
import { consent } from './consent'
import { touchesOfVisit } from './store'
import { touchOfVisit } from './visit'

/** How far a visitor has come in the form, in this order. */
const FORM_STEPS = ['form_started', 'step_2', 'step_3', 'step_4'] as const

/** What the server counts of a visit: a closed list, and nothing else is reported. */
export type Step = 'page_view' | 'calculator_used' | (typeof FORM_STEPS)[number] | 'answered'

/** A report that hangs must not hold up those behind it for longer. */
const TIMEOUT_MS = 10_000

const reported = new Set<Step>()
/** Reports go out one after the other, as the server takes their order for the visitor's. */
const waiting: (() => Promise<void>)[] = []
let isSending = false

/** Counts the page that is open now. */
export const reportPageView = (isArrival = false): void => send('page_view', isArrival)

/** Counts a step, once per page load; after a reload it may come again, which counts no session twice. */
export function reportStep(step: Step): void {
  if (reported.has(step)) return
  reported.add(step)
  send(step, false)
}

/**
 * Counts that the visitor has reached a section of the form, with all that lies before it: a draft
 * from before a reload, or a jump past a section, would otherwise leave a gap.
 *
 * @param section 1 to 4; the first is reached by filling in something
 */
export function reportSection(section: number): void {
  for (const step of FORM_STEPS.slice(0, section)) reportStep(step)
}

/** Sends what still waits, since a visitor who leaves the page waits for no answer. */
export function reportRest(): void {
  for (const call of waiting.splice(0)) void call()
}

function send(step: Step, isArrival: boolean): void {
  const body = JSON.stringify({
    step,
    path: window.location.pathname,
    is_arrival: isArrival,
    consent: consent(),
    touch: touchOfVisit(touchesOfVisit()),
  })
  waiting.push(() => post(body))
  if (!isSending) void sendWaiting()
}

async function sendWaiting(): Promise<void> {
  isSending = true
  for (let call = waiting.shift(); call; call = waiting.shift()) await call()
  isSending = false
}

/** A report that does not arrive is none of the visitor's concern. */
async function post(body: string): Promise<void> {
  try {
    await fetch('/api/visits', {
      method: 'POST',
      // The visitor may be on the way to another page.
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: abortAfter(TIMEOUT_MS),
    })
  } catch {
    // Offline, or taken by a blocker: the visit stays uncounted.
  }
}
