import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readNumbers } from '@/features/parks/spots/ranges'
import { SpotActions } from '@/features/parks/spots/SpotActions'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'

beforeEach(() => noteSession(sessionOf('staff')))
const reason = () => screen.getByLabelText<HTMLInputElement>('Grund')
const type = (text: string) => fireEvent.change(reason(), { target: { value: text } })

/** Blocks spot 20 for a reason; the server's answer waits for the returned function. */
function block(): () => void {
  let answer: () => void = () => undefined
  vi.stubGlobal('fetch', () => {
    const body = { done: 1, refused: 0, results: [] }
    return new Promise<Response>((resolve) => {
      answer = () => resolve(Response.json(body))
    })
  })
  renderAt('/parks', {
    '/parks': (
      <SpotActions
        park="ingolstadt"
        text="20"
        reading={readNumbers('20', 500)}
        onText={() => undefined}
      />
    ),
  })
  type('Wechselrichter wird getauscht')
  fireEvent.click(screen.getByRole('button', { name: '1 Platz sperren' }))
  return () => answer()
}

test('a reason that was sent is cleared', async () => {
  const answer = block()
  answer()
  expect(await screen.findByText('1 Platz gesperrt.')).toBeTruthy()
  await waitFor(() => expect(reason().value).toBe(''))
})

test('the next reason, typed before the answer, stays', async () => {
  const answer = block()
  type('Wieder am Netz')
  answer()
  expect(await screen.findByText('1 Platz gesperrt.')).toBeTruthy()
  const release = screen.getByRole<HTMLButtonElement>('button', { name: '1 Platz freigeben' })
  await waitFor(() => expect(release.disabled).toBe(false))
  expect(reason().value).toBe('Wieder am Netz')
})
