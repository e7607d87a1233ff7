import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provideConfirmation } from '@/api/confirmation'
import { ApiError, fieldErrorsOf } from '@/api/problem'
import { request } from '@/api/request'
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
  expect(await request('POST', '/api/staff/x')).toBeUndefined()
  expect(calls[0]).toMatchObject({ method: 'POST', body: {} })
  expect(calls[0]?.headers['Content-Type']).toBe('application/json')
})

test('what a page reads a minute after the last touch is named unattended, until the next touch', async () => {
  const calls = answering({}, {}, {}, {})
  window.dispatchEvent(new Event('keydown'))
  await request('GET', '/api/staff/x')
  await vi.advanceTimersByTimeAsync(60_001)
  await request('GET', '/api/staff/x')
  await request('POST', '/api/staff/x')
  window.dispatchEvent(new Event('pointerdown'))
  await request('GET', '/api/staff/x')
  expect(calls.map(({ headers }) => headers['Voltigo-Unattended'])).toEqual([
    undefined,
    '1',
    undefined,
    undefined,
  ])
})

test('a GET is tried three times when the network or the server falters', async () => {
  const calls = answering('unreachable', { status: 503 }, { body: { id: 7 } })
  const answer = request('GET', '/api/staff/x')
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ id: 7 })
  expect(calls).toHaveLength(3)
})

test('nothing else is tried again: it might happen twice', async () => {
  const calls = answering('unreachable')
  const error = await failure(request('POST', '/api/staff/x'))
  expect(error.code).toBe('network')
  expect(error.message).toContain('Verbindung')
  expect(calls).toHaveLength(1)
})

test('a refused GET is not tried again', async () => {
  const calls = answering(refusal(403, 'forbidden'))
  expect((await failure(request('GET', '/api/staff/x'))).message).toBe('Titel von forbidden')
  expect(calls).toHaveLength(1)
})

test('too many calls say how long to wait', async () => {
  answering({ ...refusal(429, 'rate_limited'), headers: { 'Retry-After': '90' } })
  const { message } = await failure(request('POST', '/api/staff/x'))
  expect(message).toBe('Das waren zu viele Versuche. Bitte warten Sie noch 2 Minuten.')
})

test('an answer that is no problem document still has a sentence', async () => {
  answering({ status: 500, body: 'oops' })
  expect((await failure(request('POST', '/api/staff/x'))).message).toContain('nichts gespeichert')
})

test('sentences for fields reach the form', async () => {
  const errors = [{ field: 'email', code: 'invalid', message: 'Diese Adresse ist unvollständig.' }]
  answering(refusal(422, 'validation', { errors }))
  const error = await failure(request('POST', '/api/staff/x'))
  expect(fieldErrorsOf(error)).toEqual({ email: 'Diese Adresse ist unvollständig.' })
  expect(error.body.errors).toEqual({ email: 'Diese Adresse ist unvollständig.' })
})

test('a stale save carries the record as it is now', async () => {
  answering(refusal(409, 'stale', { current: { id: 1, name: 'Neu' }, version: 4 }))
  const { problem } = await failure(request('PATCH', '/api/staff/x'))
  expect(problem.current).toEqual({ id: 1, name: 'Neu' })
  expect(problem.version).toBe(4)
})

test('a call that needs a confirmation asks and is repeated unchanged', async () => {
  const calls = answering(refusal(403, 'confirmation_required'), { body: { done: true } })
  const takeBack = provideConfirmation(() => Promise.resolve(true))
  expect(await request('POST', '/api/staff/x', { a: 1 })).toEqual({ done: true })
  takeBack()
  expect(calls.map(({ body }) => body)).toEqual([{ a: 1 }, { a: 1 }])
})

test('a closed confirmation changes nothing', async () => {
  const calls = answering(refusal(403, 'confirmation_required'))
  const takeBack = provideConfirmation(() => Promise.resolve(false))
  const error = await failure(request('POST', '/api/staff/x'))
  takeBack()
  expect(error.message).toBe('Abgebrochen. Es wurde nichts geändert.')
  expect(calls).toHaveLength(1)
})

test('two calls that need a confirmation share one dialog', async () => {
  const needed = refusal(403, 'confirmation_required')
  answering(needed, needed, { body: 1 }, { body: 2 })
  const dialog = vi.fn(() => new Promise<boolean>((resolve) => setTimeout(resolve, 10, true)))
  const takeBack = provideConfirmation(dialog)
  const both = Promise.all([request('POST', '/api/staff/x'), request('POST', '/api/staff/y')])
  await vi.runAllTimersAsync()
  expect(await both).toEqual([1, 2])
  takeBack()
  expect(dialog).toHaveBeenCalledOnce()
})
