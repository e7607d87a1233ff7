import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { choosingGrid } from '@/ui/park/grid'
import { SpotChoice } from '@/ui/park/SpotChoice'
import { renderAt } from '../../screen'
import { answering } from '../../server'

const runs = [
  { state: 'new', first: 1, last: 1 },
  { state: 'reserved', first: 2, last: 2 },
  { state: 'blocked', first: 3, last: 3 },
  { state: 'free', first: 4, last: 60 },
]

test('keys look at spots, Enter chooses a free one, and one that is taken says why not', async () => {
  answering({ body: { runs } })
  const onChoose = vi.fn()
  renderAt('/', {
    '/': <SpotChoice park="ingolstadt" own={2} chosen={null} onChoose={onChoose} />,
  })
  const picture = await screen.findByRole('slider', { name: 'Platz' })
  expect(picture.getAttribute('aria-valuetext')).toBe('Platz 2, der bisherige')
  for (const [key, words] of [
    ['ArrowRight', 'Platz 3 ist nicht frei: gesperrt.'],
    ['Home', 'Platz 1 ist nicht frei: seit gestern reserviert.'],
  ] as const) {
    fireEvent.keyDown(picture, { key })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.keyDown(picture, { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe(words)
  }
  expect(onChoose).not.toHaveBeenCalled()
  for (const _ of '123') fireEvent.keyDown(picture, { key: 'ArrowRight' })
  expect(picture.getAttribute('aria-valuetext')).toBe('Platz 4, frei')
  fireEvent.keyDown(picture, { key: 'Enter', ctrlKey: true })
  expect(onChoose).not.toHaveBeenCalled()
  fireEvent.keyDown(picture, { key: 'Enter' })
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(4)
})

test('on a phone ten cells stand in a row, wide enough for a finger', () => {
  expect(choosingGrid(500, true)).toEqual({ count: 500, columns: 10, rows: 50 })
  expect(choosingGrid(500, false).columns).toBe(50)
})
