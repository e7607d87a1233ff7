import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReservationPayload } from '@/lib/reservation/payload'
import { payloadOf } from '@/lib/reservation/payload'
import { FILLED } from './filled'

const ATTRIBUTION = { touches: [], utm_source: '', utm_campaign: '', referral_code: '' }
const BODY = payloadOf(FILLED, ATTRIBUTION, 'yes', 'v')
const OTHER: ReservationPayload = { ...BODY, last_name: 'Schmidt' }
const SUCCESS = { success: true, spot_number: 17, reference: 'VG-7K3M-Q2XH', park: 'ingolstadt' }
const ARRIVED = { outcome: 'reserved', ...SUCCESS }

type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'network failure'

/** A server that gives the prepared replies in order and notes what it was asked. */
function serve(replies: { reserve?: Reply[]; outcome?: Reply[] }) {
  const keys: string[] = []
  const asked: string[] = []
  const fetch = vi.fn(async (address: string, init: RequestInit) => {
    const isReserve = address.endsWith('reserve-spot')
    if (isReserve) keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '')
    else asked.push(JSON.parse(String(init.body)).idempotency_key)
    const reply = (isReserve ? replies.reserve : replies.outcome)?.shift()
    if (!reply) throw new Error(`unexpected call of ${address}`)
    if (reply === 'network failure') throw new TypeError('Failed to fetch')
    const { status, body, headers } = reply
    return new Response(JSON.stringify(body), { status, headers: headers ?? {} })
  })
  vi.stubGlobal('fetch', fetch)
  return { keys, asked }
}

const ok = (body: unknown): Reply => ({ status: 200, body })
const unknown = ok({ outcome: 'unknown', spot_number: null, reference: null, park: null })

/** A fresh browser page: the modules forget, session storage does not. */
async function page() {
  vi.resetModules()
  const { reserve, resume, wasInterrupted } = await import('@/features/reservation/reserve')
  const noticed = vi.fn()
  const finish = async <Result>(result: Promise<Result>) => {
    await vi.runAllTimersAsync()
    return result
  }
  return {
    noticed,
    reserve: (body: ReservationPayload) => finish(reserve(body, noticed, undefined)),
    resume: () => finish(resume()),
    wasInterrupted,
  }
}

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a reservation', () => {
  test('that succeeds tells place and reference and leaves no attempt behind', async () => {
    serve({ reserve: [ok(SUCCESS)] })
    const { reserve } = await page()
    expect(await reserve(BODY)).toEqual({
      kind: 'reserved',
      spotNumber: 17,
      reference: 'VG-7K3M-Q2XH',
      replayed: false,
    })
    expect(sessionStorage.getItem('reservation_attempt')).toBeNull()
  })

  test('whose answer got lost but which arrived shows the true result', async () => {
    const { keys, asked } = serve({ reserve: ['network failure'], outcome: [unknown, ok(ARRIVED)] })
    const { reserve, noticed } = await page()
    expect(await reserve(BODY)).toMatchObject({ kind: 'reserved', spotNumber: 17 })
    expect(asked).toEqual([keys[0], keys[0]])
    expect(noticed).toHaveBeenCalled()
  })

  test('that did not arrive is sent again by itself, with the same key', async () => {
    const { keys } = serve({
      reserve: ['network failure', ok(SUCCESS)],
      outcome: [unknown, unknown],
    })
    const { reserve } = await page()
    expect(await reserve(BODY)).toMatchObject({ kind: 'reserved' })
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('that does not arrive the second time either is unclear, and the next try carries the same key', async () => {
    const { keys } = serve({
      reserve: ['network failure', 'network failure', ok(SUCCESS)],
      outcome: [unknown, unknown],
    })
    const { reserve } = await page()
    expect(await reserve(BODY)).toEqual({ kind: 'unclear' })
    expect(await reserve(BODY)).toMatchObject({ kind: 'reserved' })
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('asked whether it is a second one is sent again under another key', async () => {
    const { keys } = serve({
      reserve: [{ status: 409, body: { success: false, code: 'already_reserved' } }, ok(SUCCESS)],
    })
    const { reserve } = await page()
    expect(await reserve({ ...BODY, another: false })).toMatchObject({ code: 'already_reserved' })
    expect(await reserve({ ...BODY, another: true })).toMatchObject({ kind: 'reserved' })
    expect(new Set(keys).size).toBe(2)
  })

  test('that the server had taken before says so, but not when the repetition is ours', async () => {
    const replay: Reply = {
      status: 200,
      body: SUCCESS,
      headers: { 'Idempotency-Replayed': 'true' },
    }
    serve({ reserve: [replay] })
    expect(await (await page()).reserve(BODY)).toMatchObject({ replayed: true })
    serve({ reserve: ['network failure', replay], outcome: [unknown, unknown] })
    expect(await (await page()).reserve(BODY)).toMatchObject({ replayed: false })
  })

  test.each([503, 429, 500])('postponed with %d keeps its key', async (status) => {
    const { keys } = serve({ reserve: [{ status, body: {} }, ok(SUCCESS)] })
    const { reserve } = await page()
    expect(await reserve(BODY)).toMatchObject({ kind: 'postponed' })
    await reserve(BODY)
    expect(keys[1]).toBe(keys[0])
  })

  test.each([
    [409, 'email_limit'],
    [422, 'validation'],
  ])('refused with %d gets a new key', async (status, code) => {
    const { keys } = serve({ reserve: [{ status, body: { code } }, ok(SUCCESS)] })
    const { reserve } = await page()
    expect(await reserve(BODY)).toEqual({ kind: 'refused', code, errors: [] })
    await reserve(BODY)
    expect(keys[1]).not.toBe(keys[0])
  })

  test('with changed data first asks whether the earlier one arrived, then takes a new key', async () => {
    const { keys, asked } = serve({
      reserve: [{ status: 503, body: {} }, ok(SUCCESS)],
      outcome: [unknown],
    })
    const { reserve } = await page()
    await reserve(BODY)
    await reserve(OTHER)
    expect(asked).toEqual([keys[0]])
    expect(keys[1]).not.toBe(keys[0])
  })

  test('with changed data is not sent if the earlier one did arrive', async () => {
    const { keys } = serve({ reserve: [{ status: 503, body: {} }], outcome: [ok(ARRIVED)] })
    const { reserve } = await page()
    await reserve(BODY)
    expect(await reserve(OTHER)).toMatchObject({ kind: 'reserved', spotNumber: 17 })
    expect(keys).toHaveLength(1)
  })

  test('still running elsewhere is asked about, not sent again', async () => {
    const { keys } = serve({
      reserve: [{ status: 409, body: { code: 'in_progress' } }],
      outcome: [ok(ARRIVED)],
    })
    const { reserve } = await page()
    expect(await reserve(BODY)).toMatchObject({ kind: 'reserved' })
    expect(keys).toHaveLength(1)
  })

  test.each([{ success: false }, { success: true }, 'text'])(
    'answered with 200 and %j is no success',
    async (body) => {
      serve({ reserve: [ok(body)], outcome: [unknown, unknown] })
      const { reserve } = await page()
      expect(await reserve(BODY)).toEqual({ kind: 'unclear' })
    },
  )

  test('refused in mid-flight is told as refused', async () => {
    serve({
      reserve: ['network failure'],
      outcome: [ok({ outcome: 'refused', code: 'park_full' })],
    })
    const { reserve } = await page()
    expect(await reserve(BODY)).toMatchObject({ kind: 'refused', code: 'park_full' })
  })
})

test('until when a reservation has to be confirmed comes with the refusal', async () => {
  const body = { code: 'confirm_first', confirm_by: '2026-11-06T10:00:00+00:00' }
  serve({ reserve: [{ status: 409, body }] })
  const { reserve } = await page()
  expect(await reserve(BODY)).toMatchObject({ kind: 'refused', confirmBy: body.confirm_by })
})

describe('after a reload in mid-flight', () => {
  /** Leaves the page while its call has no answer, and no question was answered either. */
  async function leaveInMidFlight() {
    const lost = Array<Reply>(4).fill('network failure')
    serve({ reserve: ['network failure'], outcome: lost })
    const { reserve } = await page()
    await reserve(BODY)
  }

  test('the reservation that arrived is found', async () => {
    await leaveInMidFlight()
    serve({ outcome: [ok(ARRIVED)] })
    const { resume, wasInterrupted } = await page()
    expect(wasInterrupted()).toBe(true)
    expect(await resume()).toMatchObject({ kind: 'reserved', spotNumber: 17 })
  })

  test('one that has to be confirmed first has arrived, too', async () => {
    await leaveInMidFlight()
    serve({ outcome: [ok({ outcome: 'refused', code: 'confirm_first' })] })
    const { resume } = await page()
    expect(await resume()).toBe('confirm_first')
  })

  test('one that did not arrive is sent again under the same key', async () => {
    await leaveInMidFlight()
    const key = JSON.parse(sessionStorage.getItem('reservation_attempt') ?? '').key
    const { keys } = serve({ reserve: [ok(SUCCESS)], outcome: [unknown, unknown] })
    const { reserve, resume } = await page()
    expect(await resume()).toBe('unknown')
    await reserve(BODY)
    expect(keys).toEqual([key])
  })

  test('no personal data are left in the storage', async () => {
    await leaveInMidFlight()
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('anna')
  })

  test('without an attempt nothing is asked', async () => {
    const { wasInterrupted } = await page()
    expect(wasInterrupted()).toBe(false)
  })
})
