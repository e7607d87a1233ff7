import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { components } from '@/api/schema'
import type { Consent } from '@/lib/attribution/consent'
import type { Step } from '@/lib/attribution/report'

interface Report {
  step: string
  path: string
  is_arrival: boolean
  consent: string
  touch: Record<string, string>
}

type Expected = components['schemas']['VisitIn']
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false
/** Checked by the compiler: the words of the site are those of the server's document. */
const SAME_WORDS: [Same<Step, Expected['step']>, Same<Consent, NonNullable<Expected['consent']>>] =
  [true, true]

const calls: { address: string; init: RequestInit; report: Report }[] = []
const steps = () => calls.map(({ report }) => report.step)
/** Lets every report go out that waits for the one before it. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** The modules as a fresh page load has them. */
async function load() {
  vi.resetModules()
  const store = await import('@/lib/attribution/store')
  return { ...store, ...(await import('@/lib/attribution/report')) }
}

/** A server that notes what arrives and answers as told. */
function answerWith(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    calls.push({ address, init, report: JSON.parse(String(init.body)) })
    return answer()
  })
}

beforeEach(() => {
  calls.length = 0
  sessionStorage.clear()
  window.history.replaceState(null, '', '/pilot?utm_source=news&utm_medium=mail&ref=ANNA')
  answerWith(async () => new Response(null, { status: 204 }))
})

describe('a report', () => {
  test('tells step, page and touch in one small call that outlives the page', async () => {
    const { captureTouch, reportPageView } = await load()
    reportPageView(captureTouch('session'))
    await settle()
    expect(calls).toHaveLength(1)
    const [{ address, init, report }] = calls as [(typeof calls)[number]]
    expect(address).toBe('/api/visits')
    expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
    expect(init.headers).toEqual({ 'Content-Type': 'application/json' })
    expect(report).toMatchObject({ step: 'page_view', path: '/pilot', is_arrival: true })
    expect(report.touch).toMatchObject({
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: '',
      referral_code: 'ANNA',
      landing_path: '/pilot',
    })
    expect(String(init.body).length).toBeLessThan(4096)
  })

  test('stays small with the longest values there are', async () => {
    const long = 'ü'.repeat(500)
    const fields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'ref']
    const query = new URLSearchParams(fields.map((name) => [name, long]))
    window.history.replaceState(null, '', `/?${query}`)
    const { captureTouch, reportPageView } = await load()
    reportPageView(captureTouch('memory'))
    await settle()
    expect(new TextEncoder().encode(String(calls[0]?.init.body)).length).toBeLessThan(4096)
  })

  test('waits for the one before it, so that they arrive in order', async () => {
    let answer = () => {}
    answerWith(() => new Promise((resolve) => (answer = () => resolve(new Response()))))
    const { reportPageView, reportSection } = await load()
    reportPageView()
    reportSection(1)
    await settle()
    expect(steps()).toEqual(['page_view'])
    answer()
    await settle()
    expect(steps()).toEqual(['page_view', 'form_started'])
  })

  test('goes out at once when the visitor leaves before the one before it is answered', async () => {
    answerWith(() => new Promise(() => {}))
    const { reportPageView, reportRest, reportSection } = await load()
    reportPageView()
    reportSection(2)
    await settle()
    expect(steps()).toEqual(['page_view'])
    reportRest()
    expect(steps()).toEqual(['page_view', 'form_started', 'step_2'])
  })

  test('that fails is passed over in silence', async () => {
    answerWith(() => Promise.reject(new TypeError('network')))
    const { reportPageView, reportStep } = await load()
    reportPageView()
    reportStep('calculator_used')
    await settle()
    expect(steps()).toEqual(['page_view', 'calculator_used'])
  })
})

test('steps and answers have the names that the server knows', () => {
  expect(SAME_WORDS).toEqual([true, true])
})

describe('steps', () => {
  test('are reported once', async () => {
    const { reportStep, reportSection } = await load()
    for (let time = 0; time < 3; time += 1) {
      reportStep('calculator_used')
      reportSection(1)
      reportSection(2)
    }
    await settle()
    expect(steps()).toEqual(['calculator_used', 'form_started', 'step_2'])
  })

  test('of the form leave no gap behind a jump', async () => {
    const { reportSection } = await load()
    reportSection(1)
    reportSection(4)
    reportSection(3)
    await settle()
    expect(steps()).toEqual(['form_started', 'step_2', 'step_3', 'step_4'])
  })
})

describe('an arrival', () => {
  const arrive = async (address: string, mode: 'session' | 'memory', referrer = '') => {
    window.history.replaceState(null, '', address)
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
    return (await load()).captureTouch(mode)
  }
  const own = `${window.location.origin}/pilot`

  test('begins the visit, and another campaign begins it anew', async () => {
    expect(await arrive('/', 'session')).toBe(true)
    expect(await arrive('/faqs', 'session', own)).toBe(false)
    expect(await arrive('/faqs?utm_source=ads', 'session')).toBe(true)
    expect(await arrive('/pilot?utm_source=ads', 'session')).toBe(false)
  })

  test('is none in a second tab opened from our own page', async () => {
    expect(await arrive('/faqs', 'session', own)).toBe(false)
    sessionStorage.clear()
    expect(await arrive('/faqs', 'memory', own)).toBe(false)
  })

  test('is one when the campaign stayed behind on a page left before its scripts ran', async () => {
    expect(await arrive('/faqs', 'session', `${own}?utm_source=ads`)).toBe(true)
  })

  test('is no reload in memory mode, where nothing is known of the page before', async () => {
    const reload = [{ type: 'reload' }] as unknown as PerformanceEntryList
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(reload)
    expect(await arrive('/?utm_source=ads', 'memory')).toBe(false)
  })
})

describe('the page that a visitor arrives at', () => {
  test('is counted once, also when it is left before anything is painted', async () => {
    let paint = () => {}
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        static readonly supportedEntryTypes = ['paint']
        constructor(painted: () => void) {
          paint = painted
        }
        observe() {}
        disconnect() {}
      },
    )
    vi.resetModules()
    const { beginVisit } = await import('@/app/visit')
    document.head.innerHTML =
      '<script id="voltigo-settings">{"attributionStorage":"memory"}</script>'
    beginVisit()
    expect(calls).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    paint()
    await settle()
    expect(calls.map(({ report }) => [report.step, report.is_arrival])).toEqual([
      ['page_view', true],
    ])
  })

  test('is counted when it is looked at, where the browser had prepared it', async () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: [] })
    vi.resetModules()
    const { beginVisit } = await import('@/app/visit')
    beginVisit()
    window.dispatchEvent(new Event('pagehide'))
    await settle()
    expect(calls).toEqual([])
    document.dispatchEvent(new Event('prerenderingchange'))
    await settle()
    expect(calls.map(({ report }) => report.step)).toEqual(['page_view'])
    Reflect.deleteProperty(document, 'prerendering')
  })
})
