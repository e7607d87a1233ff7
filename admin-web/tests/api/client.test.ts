// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, send } from '@/api/client'
import { provideConfirmation } from '@/api/confirmation'
import { pendingWrites } from '@/api/pendingWrites'
import { ApiError, fieldErrorsOf } from '@/api/problem'
import { answering, refusal } from '../server'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The error a call ends with, with all pauses skipped. */
async function failure(call: Promise<unknown>): Promise<ApiError> {
  const caught = call.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => error as ApiError,
  )
  await vi.runAllTimersAsync()
  const error = await caught
  expect(error).toBeInstanceOf(ApiError)
  return error
}

test('a changing call is JSON even without a body', async () => {
  const calls = answering({ status: 204 })
  expect(await send('post', '/api/staff/x')).toBeUndefined()
  expect(calls[0]).toMatchObject({ method: 'POST', body: {} })
  expect(calls[0]?.headers.get('Content-Type')).toBe('application/json')
})

test('what a page reads a minute after the last touch is named unattended, until the next touch', async () => {
  const calls = answering({}, {}, {}, {})
  window.dispatchEvent(new Event('keydown'))
  await send('get', '/api/staff/x')
  await vi.advanceTimersByTimeAsync(60_001)
  await send('get', '/api/staff/x')
  await send('post', '/api/staff/x')
  window.dispatchEvent(new Event('pointerdown'))
  await send('get', '/api/staff/x')
  expect(calls.map(({ headers }) => headers.get('Voltigo-Unattended'))).toEqual([
    null,
    '1',
    null,
    null,
  ])
})

test('a GET is tried three times when the network or the server falters', async () => {
  const calls = answering('unreachable', { status: 503 }, { body: { id: 7 } })
  const answer = send('get', '/api/staff/x')
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ id: 7 })
  expect(calls).toHaveLength(3)
})

test('nothing else is tried again: it might happen twice', async () => {
  const calls = answering('unreachable')
  const error = await failure(send('post', '/api/staff/x'))
  expect(error.code).toBe('network')
  expect(error.message).toContain('Verbindung')
  expect(calls).toHaveLength(1)
})

test('a refused GET is not tried again', async () => {
  const calls = answering(refusal(403, 'forbidden'))
  expect((await failure(send('get', '/api/staff/x'))).message).toBe('Titel von forbidden')
  expect(calls).toHaveLength(1)
})

test('too many calls say how long to wait', async () => {
  answering({ ...refusal(429, 'rate_limited'), headers: { 'Retry-After': '90' } })
  const { message } = await failure(send('post', '/api/staff/x'))
  expect(message).toBe('Das waren zu viele Versuche. Bitte warten Sie noch 2 Minuten.')
})

test('an answer that is no problem document still has a sentence', async () => {
  answering({ status: 500, body: 'oops' })
  expect((await failure(send('post', '/api/staff/x'))).message).toContain('nichts gespeichert')
})

test('sentences for fields reach the form', async () => {
  const errors = [{ field: 'email', code: 'invalid', message: 'Diese Adresse ist unvollständig.' }]
  answering(refusal(422, 'validation', { errors }))
  const error = await failure(send('post', '/api/staff/x'))
  expect(fieldErrorsOf(error)).toEqual({ email: 'Diese Adresse ist unvollständig.' })
  expect(error.body.errors).toEqual({ email: 'Diese Adresse ist unvollständig.' })
})

test('a stale save carries the record as it is now', async () => {
  answering(refusal(409, 'stale', { current: { id: 1, name: 'Neu' }, version: 4 }))
  const { problem } = await failure(send('patch', '/api/staff/x'))
  expect(problem.current).toEqual({ id: 1, name: 'Neu' })
  expect(problem.version).toBe(4)
})

test('a call that needs a confirmation asks and is repeated unchanged', async () => {
  const calls = answering(refusal(403, 'confirmation_required'), { body: { done: true } })
  const underWay: number[] = []
  const takeBack = provideConfirmation(() => {
    underWay.push(pendingWrites()) // nobody waits for the server while a person types
    return Promise.resolve(true)
  })
  expect(await send('post', '/api/staff/x', { body: { a: 1 } })).toEqual({ done: true })
  takeBack()
  expect(underWay).toEqual([0])
  expect(calls.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }])
})

test('a closed confirmation changes nothing', async () => {
  const calls = answering(refusal(403, 'confirmation_required'))
  const takeBack = provideConfirmation(() => Promise.resolve(false))
  const error = await failure(send('post', '/api/staff/x'))
  takeBack()
  expect(error.message).toBe('Abgebrochen. Es wurde nichts geändert.')
  expect(calls).toHaveLength(1)
})

test('two calls that need a confirmation share one dialog', async () => {
  const needed = refusal(403, 'confirmation_required')
  answering(needed, needed, { body: 1 }, { body: 2 })
  const dialog = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(resolve, 10, true)))
  const takeBack = provideConfirmation(dialog)
  const both = Promise.all([send('post', '/api/staff/x'), send('post', '/api/staff/y')])
  await vi.runAllTimersAsync()
  expect(await both).toEqual([1, 2])
  takeBack()
  expect(dialog).toHaveBeenCalledOnce()
})

test('what is said of an address and a query becomes its text', async () => {
  const calls = answering({}, {})
  await call('get', '/api/staff/jobs/{name}', { params: { path: { name: 'a b/c' } } })
  const query = {
    q: 'Müller & Söhne',
    state: ['reserved', 'invited'] as const,
    park: '',
    tag: null,
  }
  await send('get', '/api/staff/reservations', { params: { query: { ...query, page: 2 } } })
  expect(calls[0]?.path).toBe('/api/staff/jobs/a%20b%2Fc')
  expect(calls[1]?.path).toBe(
    '/api/staff/reservations?q=M%C3%BCller+%26+S%C3%B6hne&state=reserved&state=invited&page=2',
  )
})

test('a write is under way until it is answered or refused; a read never is', async () => {
  answering({}, refusal(409, 'stale'), {})
  const write = send('post', '/api/staff/x')
  expect(pendingWrites()).toBe(1)
  await write
  expect(pendingWrites()).toBe(0)
  await failure(send('patch', '/api/staff/x'))
  expect(pendingWrites()).toBe(0)
  const read = send('get', '/api/staff/x')
  expect(pendingWrites()).toBe(0)
  await read
})

test('a call that was given up is no lost connection, and is not tried again', async () => {
  let tries = 0
  vi.stubGlobal('fetch', async ({ signal }: Request) => {
    tries += 1
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const leaving = new AbortController()
  const read = send('get', '/api/staff/x', { signal: leaving.signal })
  const left = expect(read).rejects.toThrow(DOMException)
  leaving.abort()
  await left
  expect(tries).toBe(1)
})
