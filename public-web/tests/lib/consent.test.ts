import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, consent } from '@/lib/attribution/consent'
import { rememberedTouches } from '@/lib/attribution/memory'
import { captureTouch, currentAttribution } from '@/lib/attribution/store'
import { MAX_TOUCHES } from '@/lib/attribution/visit'

const DAY_MS = 86_400_000
const START = new Date('2026-11-21T08:00:00Z').getTime()
const FIELDS = ['touches', 'utm_source', 'utm_campaign', 'referral_code']

/** A visit of its own, so many days after the start. */
function arrive(query: string, day = 0, mode: 'session' | 'memory' = 'session') {
  sessionStorage.clear()
  again(query, day, mode)
}

/** One more page start in the same visit. */
function again(query: string, day = 0, mode: 'session' | 'memory' = 'session') {
  vi.setSystemTime(START + day * DAY_MS)
  window.history.replaceState(null, '', `/${query}`)
  captureTouch(mode)
}

const sources = () => currentAttribution().touches.map(({ utm_source }) => utm_source)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})

describe('whoever comes by a campaign or a recommendation', () => {
  test.each(['?utm_source=news', '?utm_term=solar', '?ref=ANNA'])('is asked: %s', (query) => {
    arrive(query)
    expect(consent()).toBe('unanswered')
    expect(localStorage).toHaveLength(0)
    again('')
    expect(consent()).toBe('unanswered')
  })

  test('is alone asked', () => {
    arrive('')
    expect(consent()).toBe('not_asked')
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://blog.example/')
    arrive('')
    expect(consent()).toBe('not_asked')
  })

  test('is not asked where nothing may be kept', () => {
    arrive('?utm_source=news', 0, 'memory')
    expect(consent()).toBe('not_asked')
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('a yes', () => {
  test('keeps the touches with a campaign, and those alone', () => {
    arrive('')
    again('?utm_source=news')
    answer(true)
    expect(consent()).toBe('yes')
    expect(Object.keys(localStorage)).toEqual(['remembered_touches'])
    expect(rememberedTouches().map(({ utm_source }) => utm_source)).toEqual(['news'])
  })

  test('brings them to the reservation of a later visit, before its own', () => {
    arrive('?utm_source=news&ref=ANNA')
    answer(true)
    arrive('', 10)
    expect(consent()).toBe('yes')
    expect(sources()).toEqual(['news', ''])
    expect(currentAttribution()).toMatchObject({ utm_source: 'news', referral_code: 'ANNA' })
    arrive('?utm_source=ads', 12)
    expect(sources()).toEqual(['news', 'ads'])
    expect(currentAttribution().utm_source).toBe('ads')
  })

  test('sends no touch twice', () => {
    arrive('?utm_source=news')
    answer(true)
    again('?utm_source=ads')
    expect(sources()).toEqual(['news', 'ads'])
  })

  test('holds for each touch as long as was asked, and not a moment longer', () => {
    arrive('?utm_source=news')
    answer(true)
    arrive('?utm_source=ads', 20)
    arrive('', 29)
    expect(sources()).toEqual(['news', 'ads', ''])
    arrive('', 30)
    expect(sources()).toEqual(['ads', ''])
    arrive('', 50)
    expect(consent()).toBe('not_asked')
    expect(localStorage).toHaveLength(0)
  })

  test('keeps the first touch and the latest when there are too many', () => {
    arrive('?utm_source=s0')
    answer(true)
    for (let n = 1; n < 30; n += 1) arrive(`?utm_source=s${n}`, n / 10)
    expect(rememberedTouches()).toHaveLength(MAX_TOUCHES)
    expect(sources()).toHaveLength(MAX_TOUCHES)
    expect(sources()[0]).toBe('s0')
    expect(sources().at(-1)).toBe('s29')
  })

  test('is withdrawn by a no, for this visit too', () => {
    arrive('?utm_source=news')
    answer(true)
    answer(false)
    expect(localStorage).toHaveLength(0)
    expect(consent()).toBe('no')
  })

  test('ends where the operator has turned storage off since', () => {
    arrive('?utm_source=news')
    answer(true)
    arrive('', 1, 'memory')
    expect(localStorage).toHaveLength(0)
    expect(sources()).toEqual([''])
  })
})

describe('a no', () => {
  test('leaves nothing but itself, and that only for the visit', () => {
    arrive('?utm_source=news')
    answer(false)
    expect(consent()).toBe('no')
    expect(localStorage).toHaveLength(0)
    again('?utm_source=ads')
    expect(consent()).toBe('no')
    const kept = Object.keys(sessionStorage).filter((key) => !FIELDS.includes(key))
    expect(kept).toEqual(['remember_touches'])
    arrive('?utm_source=ads', 1)
    expect(consent()).toBe('unanswered')
  })
})

test.each(['[{"utm_source":1}]', '{}', 'x', '[]'])('what is no touch is deleted: %s', (text) => {
  localStorage.setItem('remembered_touches', text)
  arrive('')
  expect(localStorage).toHaveLength(0)
})

test('a storage that refuses means that nothing is remembered', () => {
  arrive('?utm_source=news')
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  answer(true)
  expect(rememberedTouches()).toEqual([])
  expect(consent()).toBe('no')
  expect(currentAttribution().utm_source).toBe('news')
  vi.unstubAllGlobals()
})
