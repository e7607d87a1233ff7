import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '@/app/ErrorBoundary'
import { useDraft } from '@/session/draft'
import { renderAt } from '../screen'

let isBroken = false

function Fragile({ name }: { name: string }) {
  const { draft, keep } = useDraft(name, 'tab', () => '')
  if (isBroken) throw new RangeError('Invalid time value')
  return <input aria-label="Nachname" value={draft} onChange={({ target }) => keep(target.value)} />
}

function Page({ name = 'fragile' }: { name?: string }) {
  return (
    <ErrorBoundary>
      <Fragile name={name} />
    </ErrorBoundary>
  )
}

function typeAndBreak(text: string) {
  fireEvent.change(screen.getByLabelText('Nachname'), { target: { value: text } })
  isBroken = true
  fireEvent.change(screen.getByLabelText('Nachname'), { target: { value: `${text}!` } })
}

beforeEach(() => {
  isBroken = false
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a page that breaks while it is typed in gives the draft back, or begins empty when it is discarded', async () => {
  renderAt('/', { '/': <Page /> })
  await screen.findByLabelText('Nachname')
  typeAndBreak('Huber')
  expect(screen.getByText(/noch nicht gespeichert/)).toBeDefined()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal öffnen' }))
  expect(screen.getByLabelText('Nachname')).toHaveProperty('value', 'Huber!')

  typeAndBreak('Huber')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf verwerfen' }))
  expect(screen.getByLabelText('Nachname')).toHaveProperty('value', '')
})

test('a draft that breaks the page as soon as it opens can be discarded there', async () => {
  const first = renderAt('/', { '/': <Page name="at once" /> })
  await screen.findByLabelText('Nachname')
  typeAndBreak('Huber')
  first.unmount()

  renderAt('/', { '/': <Page name="at once" /> })
  const discard = await screen.findByRole('button', { name: 'Entwurf verwerfen' })
  isBroken = false
  fireEvent.click(discard)
  expect(screen.getByLabelText('Nachname')).toHaveProperty('value', '')
})

test('a page without a draft says nothing of one', async () => {
  isBroken = true
  renderAt('/', { '/': <Page name="untouched" /> })
  expect(await screen.findByRole('button', { name: 'Neu laden' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Entwurf verwerfen' })).toBeNull()
})
