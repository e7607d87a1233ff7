import { fireEvent, screen } from '@testing-library/react'
import { useNotify } from 'react-admin'
import { expect, test } from 'vitest'
import { Toasts } from '@/app/Toasts'
import { renderAt } from '../screen'

function Page() {
  const notify = useNotify()
  return (
    <>
      {['Storniert.', 'Rückgängig gemacht.'].map((words) => (
        <button key={words} type="button" onClick={() => notify(words)}>
          sagen: {words}
        </button>
      ))}
      <button
        type="button"
        onClick={() => {
          notify('Erste Zeile.')
          notify('Zweite Zeile.')
        }}
      >
        beides
      </button>
      <Toasts />
    </>
  )
}

test('the newest line is shown at once, in the place of the one before', async () => {
  renderAt('/', { '/': <Page /> })
  fireEvent.click(screen.getByText('sagen: Storniert.'))
  await screen.findByText('Storniert.')
  fireEvent.click(screen.getByText('sagen: Rückgängig gemacht.'))
  await screen.findByText('Rückgängig gemacht.')
  expect(screen.queryByText('Storniert.')).toBeNull()
  fireEvent.click(screen.getByText('beides'))
  await screen.findByText('Zweite Zeile.')
  expect(screen.queryByText('Erste Zeile.')).toBeNull()
  expect(screen.queryByText('Rückgängig gemacht.')).toBeNull()
})
