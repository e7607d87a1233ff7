import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordTimeline } from '@/features/reservations/show/timeline/RecordTimeline'
import { renderAt } from '../../screen'
import { answering } from '../../server'

const today = new Date().toISOString()
const common = { at: today, actor_name: 'Jonas Reh', is_own: false }
const mail = {
  id: 3,
  kind: 'reservation_received',
  subject: 'Ihr Platz ist reserviert',
  state: 'failed',
  attempts: 1,
  last_error: null,
  created_at: today,
  sent_at: null,
  is_letter: false,
}
const entries = [{ ...common, key: 'mail:3', kind: 'mail', group: 'messages', mail }]
const newer = { ...common, key: 'reveal:9', kind: 'reveal', group: 'traces', reveal: 'email' }
const page = (above: object[] = []) => ({
  body: { entries: [...above, ...entries], pinned: [], after: null, counts: {} },
})

test('what comes in above takes no dialog away that is open in an entry', async () => {
  answering(page(), 'unreachable', page([newer]))
  function Refetching() {
    const client = useQueryClient()
    return (
      <>
        <RecordTimeline id={17} />
        <button type="button" onClick={() => client.refetchQueries({ queryKey: ['reservations'] })}>
          Neues
        </button>
      </>
    )
  }
  renderAt('/', { '/': <Refetching /> })
  fireEvent.click(await screen.findByRole('button', { name: /^Ansehen/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(screen.getByText('Neues'))
  await screen.findByText('E-Mail-Adresse angezeigt')
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('of several operations that can be taken back, the one that `z` takes back shows the key', async () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const changed = (operation_id: number, action: string) => ({
    ...common,
    key: `change:${operation_id}`,
    kind: 'change',
    group: 'operations',
    change: { action, before: {}, after: {}, reason: '' },
    undo: { operation_id, until },
  })
  answering(page([changed(8, 'edit'), changed(7, 'invite')]))
  renderAt('/', { '/': <RecordTimeline id={17} next={8} /> })
  const buttons = await screen.findAllByRole('button', { name: /^Rückgängig machen/ })
  expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(['z', null])
  expect(buttons.map((button) => button.textContent?.endsWith('z'))).toEqual([true, false])
})
