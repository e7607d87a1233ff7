import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useWorkActions } from '@/features/today/queue/useWorkActions'
import type { Line } from '@/features/today/queue/work'
import { renderAt } from '../../screen'
import { answering } from '../../server'

const line = (subject_id: string) =>
  ({ kind: 'follow_up', subject_id, version: 1, verb: 'Nachfassen', title: subject_id }) as Line

function Desk() {
  const { assign, finish, undo, last } = useWorkActions()
  return (
    <>
      <button type="button" onClick={() => assign(line('1'), { id: 7, name: 'Jonas Reiter' })}>
        Jonas
      </button>
      {['1', '2'].map((id) => (
        <button key={id} type="button" onClick={() => finish(line(id))}>
          Ende {id}
        </button>
      ))}
      <button type="button" onClick={() => undo()}>
        Zurück
      </button>
      <p>{last?.words}</p>
    </>
  )
}

it('loses no key of somebody faster than the server, and takes back what was done before it', async () => {
  let answer = (_: object) => {}
  const first = new Promise<object>((resolve) => {
    answer = resolve
  })
  const done = (version: number) => ({ body: { version, can_undo: true } })
  const calls = answering(first, done(3), done(2), done(3))
  renderAt('/', { '/': <Desk /> })
  for (const name of ['Jonas', 'Ende 1', 'Ende 1', 'Ende 2', 'Zurück'])
    fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(calls).toHaveLength(1))
  answer(done(2))
  await waitFor(() => expect(calls).toHaveLength(4))
  const place = '/api/staff/work-lines/follow_up'
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    [`${place}/1/assign`, { version: 1, assignee_id: 7 }],
    [`${place}/1/done`, { version: 2 }],
    [`${place}/2/done`, { version: 1 }],
    [`${place}/2/undo`, { version: 2 }],
  ])
  await screen.findByText('Zurückgenommen: Erledigt: Nachfassen, 2')
})
