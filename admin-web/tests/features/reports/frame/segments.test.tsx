import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useStaffQuery } from '@/api/useStaffQuery'
import { SegmentDialog } from '@/features/reports/frame/filters/SegmentDialog'
import { SegmentsDialog } from '@/features/reports/frame/filters/SegmentsDialog'
import type { Segment } from '@/features/reports/frame/filters/segments'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../../screen'
import { answering, refusal } from '../../../server'

const STORED: Segment = {
  id: 5,
  name: 'Messe',
  filters: { only_utm_source: ['messe'] },
  version: 1,
  created_at: '2026-11-20T08:00:00Z',
  created_by: 'staff:2',
  created_by_name: 'Kim Roth',
  changed_at: '2026-11-20T08:00:00Z',
}
const changed = { at: '2026-11-22T08:00:00Z', by_name: 'Kim Roth' }
const stale = (current: Segment) => refusal(409, 'stale', { current, changed, version: 2 })

beforeEach(() => noteSession(sessionOf('marketing')))
test('of two who rename a segment, the second chooses between both names', async () => {
  const calls = answering(stale({ ...STORED, name: 'Messe Köln', version: 2 }), { body: STORED })
  const close = vi.fn()
  renderAt('/', { '/': <SegmentDialog segment={STORED} filters={{}} onClose={close} /> })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Messen' } })
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Kim Roth hat dieses Segment inzwischen geändert')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /Meine Angabe behalten, Messen/ }))
  fireEvent.click(screen.getByRole('button', { name: 'So speichern' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(calls.at(-1)?.body).toMatchObject({ name: 'Messen', version: 2 })
})

function Segments() {
  const { data } = useStaffQuery('/api/staff/report-segments')
  return (
    <SegmentsDialog segments={data?.data ?? []} filters={{ source: ['x'] }} onClose={vi.fn()} />
  )
}

test('where the present filters came too late, they are taken over the newer segment', async () => {
  const list = (version: number) => ({ body: { data: [{ ...STORED, version }] } })
  const calls = answering(
    list(1),
    stale({ ...STORED, version: 2 }),
    list(2),
    { body: STORED },
    list(3),
  )
  renderAt('/', { '/': <Segments /> })
  const take = () => screen.findByRole('button', { name: /Jetzige Filter übernehmen/ })
  fireEvent.click(await take())
  expect((await screen.findByRole('alert')).textContent).toContain('inzwischen geändert')
  await waitFor(() => expect(calls).toHaveLength(3))
  fireEvent.click(await take())
  await waitFor(() => expect(calls).toHaveLength(5))
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { filters: { only_source: ['x'] }, version: 1 },
    { filters: { only_source: ['x'] }, version: 2 },
  ])
})
