import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  window.history.replaceState(null, '', '/admin/reservations/1/show')
})

afterEach(() => window.history.replaceState(null, '', '/'))

async function loaded() {
  const { PageTitle } = await import('@/ui/page/Page')
  const drawn = (title: string) => (
    <>
      <button type="button">Menü</button>
      <PageTitle key={title} title={title} />
    </>
  )
  const { rerender } = render(drawn('Reservierung'))
  return (title: string) => rerender(drawn(title))
}

const heading = () => screen.getByRole('heading', { level: 1 })

test('the first page of a visit leaves the focus to the browser', async () => {
  await loaded()
  expect(document.activeElement).toBe(document.body)
})

test('a heading takes the focus after a navigation, wherever it was', async () => {
  const redraw = await loaded()
  screen.getByRole('button').focus()
  window.history.replaceState(null, '', '/admin/parks')
  redraw('Parks')
  expect(document.activeElement).toBe(heading())
})

test('a record that is read takes the focus from no menu, but from the heading it replaces', async () => {
  const redraw = await loaded()
  screen.getByRole('button').focus()
  redraw('Anna Beispiel')
  expect(document.activeElement).toBe(screen.getByRole('button'))
  screen.getByRole('button').blur()
  redraw('Anna Muster')
  expect(document.activeElement).toBe(heading())
})
