import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFormChange } from '@/api/useFormChange'
import { FormDialog } from '@/ui/form/FormDialog'
import { TextInput } from '@/ui/form/TextInput'
import { renderAt } from '../screen'
import { answering, refusal } from '../server'

const closed = vi.fn()
afterEach(() => {
  closed.mockClear()
})

/** A dialog with one field that must not be empty, and one refusal that is about it. */
function Naming() {
  const [name, setName] = useState('')
  const { run, check, isRunning, problem, errors } = useFormChange(['profile'], {
    name_taken: 'name',
  })
  async function submit() {
    if (!check(name ? {} : { name: 'Bitte geben Sie einen Namen ein.' })) return
    if (await run('patch', '/api/staff/profile', { body: { name } })) closed()
  }
  return (
    <FormDialog
      title="Ding anlegen"
      button="Anlegen"
      isBlocked={isRunning}
      problem={problem}
      onClose={closed}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        value={name}
        onValue={setName}
        problem={errors.name}
        hint="Wie es heißt."
      />
    </FormDialog>
  )
}

const open = () => renderAt('/', { '/': <Naming /> })
const field = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Anlegen' }))

test('what is missing is said at its field, and the server is not asked', async () => {
  const calls = answering()
  open()
  expect(screen.getByText('Wie es heißt.')).toBeTruthy()
  send()
  expect(await screen.findByText('Bitte geben Sie einen Namen ein.')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Wie es heißt.')).toBeNull()
  expect(calls).toEqual([])
})

test('what was missing is forgotten once it is there', async () => {
  const calls = answering({ status: 201, body: { id: 1 } })
  open()
  send()
  await screen.findByText('Bitte geben Sie einen Namen ein.')
  type('Modul')
  send()
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(field().getAttribute('aria-invalid')).toBe('false')
  expect(calls.map(({ body }) => body)).toEqual([{ name: 'Modul' }])
})

test('a refused field is told beside it and nowhere else', async () => {
  const errors = [{ field: 'name', code: 'too_long', message: 'Der Name ist zu lang.' }]
  answering(refusal(422, 'validation', { errors }))
  open()
  type('Modul')
  send()
  expect(await screen.findByText('Der Name ist zu lang.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field().value).toBe('Modul')
})

test('a refusal by its code belongs to the field it is about', async () => {
  answering(refusal(409, 'name_taken', { title: 'Diesen Namen gibt es schon.' }))
  open()
  type('Modul')
  send()
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal about no field stands in the dialog, which stays', async () => {
  answering(refusal(409, 'stale'))
  open()
  type('Modul')
  send()
  expect((await screen.findByRole('alert')).textContent).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('false')
  expect(field().value).toBe('Modul')
})
