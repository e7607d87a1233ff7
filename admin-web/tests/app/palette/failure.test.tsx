import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Palette } from '@/app/palette/Palette'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

test('a search that fails says so, keeps what was typed and can be asked again', async () => {
  const calls = answering(refusal(500, 'internal'), {
    body: { data: [], others: [], total: 0, has_more: false },
  })
  noteSession(sessionOf('staff'))
  renderAt('/', { '/': <Palette /> })
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: /^Suchen/ })
  fireEvent.change(field, { target: { value: 'hart' } })
  expect((await screen.findByRole('alert')).textContent).toContain('Was Sie getippt haben')
  expect(field.value).toBe('hart')
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal suchen' }))
  expect(await screen.findByText(/Niemand passt zu „hart“/)).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/api/staff/search?q=hart'))
})
