import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import type { Bucket } from '@/features/reports/frame/drawing/buckets'
import { ColumnLink } from '@/features/reports/frame/drawing/ColumnLink'

const COLUMNS: Bucket[] = ['2026-05-01', '2026-05-08', '2026-05-15'].map((day, index) => ({
  day,
  last: `2026-05-${String(7 * (index + 1)).padStart(2, '0')}`,
  sums: {},
  unfinished: '',
}))

function Drawn() {
  const [pointed, setPointed] = useState<Bucket | null>(null)
  return (
    <MemoryRouter>
      <ColumnLink
        columns={COLUMNS}
        pointed={pointed}
        onPoint={setPointed}
        linkOf={({ from, to }) => `/rows?${from}..${to}`}
        wordsOf={({ day }) => day}
        place={{ left: 0, top: 0, width: 300, height: 100 }}
      />
    </MemoryRouter>
  )
}

it('leads to the days of the column that the arrow keys chose, and never beyond the ends', () => {
  render(<Drawn />)
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe('/rows?2026-05-15..2026-05-21')
  fireEvent.focus(link)
  for (const [key, first, last] of [
    ['ArrowLeft', '08', '14'],
    ['ArrowLeft', '01', '07'],
    ['ArrowLeft', '01', '07'],
    ['ArrowRight', '08', '14'],
    ['End', '15', '21'],
    ['ArrowRight', '15', '21'],
    ['Home', '01', '07'],
  ] as const) {
    fireEvent.keyDown(link, { key })
    expect(link.getAttribute('href')).toBe(`/rows?2026-05-${first}..2026-05-${last}`)
    expect(link.getAttribute('aria-label')).toContain(`2026-05-${first}.`)
  }
})

it('leads where the pointer is', () => {
  render(<Drawn />)
  const link = screen.getByRole('link')
  link.getBoundingClientRect = () => ({ left: 0, width: 300 }) as DOMRect
  fireEvent.pointerMove(link, { clientX: 150 })
  expect(link.getAttribute('href')).toBe('/rows?2026-05-08..2026-05-14')
})
