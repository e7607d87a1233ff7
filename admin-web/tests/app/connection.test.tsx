import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from '@/api/client'
import { ConnectionBand } from '@/app/bands/ConnectionBand'
import { queryClient } from '@/app/queryClient'

afterEach(() => {
  vi.useRealTimers()
})

test('saving that takes long says so, and stops when the answer is there', async () => {
  vi.useFakeTimers()
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  render(<ConnectionBand />)
  let saved: Promise<unknown> = Promise.resolve()
  act(() => {
    saved = call('post', '/api/staff/mails/retry')
  })
  act(() => vi.advanceTimersByTime(4_000))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => vi.advanceTimersByTime(2_000))
  expect(screen.getByRole('status').textContent).toContain('Das dauert länger als sonst.')
  await act(async () => {
    answer(Response.json({}))
    await saved
  })
  expect(screen.getByRole('status').textContent).toBe('')
})

test('without a connection it says that nothing is lost, and a call fails at once', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ConnectionBand />)
  expect(screen.getByRole('status').textContent).toContain('Ihre Eingaben sind noch da')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(queryClient.getDefaultOptions().mutations?.networkMode).toBe('always')
})
