import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLiveConnection, useLiveMessages, useLiveState, useViewers } from '@/api/live/live'
import type { LiveMessage } from '@/api/live/source'
import { Line } from '../../stream'

const heard: string[] = []

function Listener() {
  useLiveConnection()
  useLiveMessages(note)
  const viewers = useViewers(17)
  return (
    <p>
      {useLiveState()} {viewers.map(({ name }) => name).join(', ')}
    </p>
  )
}
const note = ({ type }: LiveMessage) => heard.push(type)

const shown = () => screen.getByText(/live|away|connecting/).textContent?.trim()
const last = () => Line.all.at(-1) as Line

beforeEach(() => {
  heard.length = 0
  Line.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('viewers come and go, and a broken line knows nobody', () => {
  render(<Listener />)
  expect(last().address).toBe('/api/staff/live?back_seconds=1')
  expect(shown()).toBe('connecting')
  act(() => last().onopen())
  const viewer = { account_id: 2, name: 'Jonas Reuter', is_typing: false }
  act(() => last().say({ type: 'viewers', reservation_id: 17, viewers: [viewer] }))
  expect(shown()).toBe('live Jonas Reuter')
  act(() => last().onerror())
  expect(shown()).toBe('away')
})

test('a silent line is replaced, and everything read again', () => {
  render(<Listener />)
  act(() => last().onopen())
  act(() => vi.advanceTimersByTime(39_000))
  act(() => last().say({ type: 'beat' }))
  act(() => vi.advanceTimersByTime(39_000))
  expect(Line.all).toHaveLength(1)
  act(() => vi.advanceTimersByTime(1_000))
  expect(Line.all).toHaveLength(2)
  expect(Line.all[0]?.readyState).toBe(Line.CLOSED)
  act(() => last().onopen())
  expect(heard).toEqual(['many'])
})

test('a first line that comes late begins with what changed in the meantime', () => {
  render(<Listener />)
  act(() => vi.advanceTimersByTime(40_000))
  expect(Line.all).toHaveLength(2)
  expect(last().address).toBe('/api/staff/live?back_seconds=41')
  act(() => last().onopen())
  expect(heard, 'nothing was missed').toEqual([])
  act(() => vi.advanceTimersByTime(40_000))
  expect(last().address, 'everything is read again').toBe('/api/staff/live')
})

test('a refused line is tried again after a pause', () => {
  render(<Listener />)
  act(() => {
    last().close()
    last().onerror()
  })
  act(() => vi.advanceTimersByTime(4_900))
  expect(Line.all).toHaveLength(1)
  act(() => vi.advanceTimersByTime(200))
  expect(Line.all).toHaveLength(2)
})
