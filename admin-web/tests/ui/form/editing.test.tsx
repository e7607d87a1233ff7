import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/problem'
import { authProvider } from '@/app/authProvider'
import type { Keeping } from '@/session/draft'
import { noteEnd, noteSession } from '@/session/session'
import { PageForm } from '@/ui/form/EditForm'
import { TextInput } from '@/ui/form/inputs'
import { useEdit } from '@/ui/form/useEdit'
import type { EditKind } from '@/ui/form/versions'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'

interface Note {
  version: number
  title: string
  text: string
}
type Form = Pick<Note, 'title' | 'text'>

const KIND: EditKind<Note, Form, Form> = {
  formOf: ({ title, text }) => ({ title, text }),
  read: (form) => ({ values: form, problems: {} }),
  labels: { title: 'Titel', text: 'Text' },
  show: (name, values) => values[name as keyof Form],
  what: 'diese Notiz',
}
const stored: Note = { version: 1, title: 'Alt', text: 'alt' }
const newer: Note = { version: 2, title: 'Ihres', text: 'ihres' }
const CHANGED = { at: '2026-11-22T08:00:00Z', by_name: 'Kim Roth' }
const save = vi.fn()

function Notes({ keeping = 'tab', page }: { keeping?: Keeping; page: string }) {
  const edit = useEdit({
    kind: KIND,
    start: stored,
    page,
    keeping,
    save: (_, __, { base: { version }, changes }) => save({ ...changes, version }),
    done: 'Gespeichert.',
    onSaved: () => '/done',
  })
  return (
    <>
      <Link to="/start">Zur Startseite</Link>
      <PageForm edit={edit} back="/done">
        <TextInput source="title" label="Titel" />
        <TextInput source="text" label="Text" />
      </PageForm>
    </>
  )
}

const open = (page: string, keeping?: Keeping) =>
  renderAt('/note', { '/note': <Notes page={page} {...(keeping && { keeping })} /> })
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const title = () => (screen.getByLabelText('Titel') as HTMLInputElement).value
const address = () => screen.getByTestId('address').textContent

beforeEach(() => {
  noteSession(sessionOf('staff'))
  save.mockReset().mockResolvedValue(stored)
})
test('only what was changed is sent, with the version it was typed over', async () => {
  open('sent')
  type('Titel', 'Meins')
  press('Speichern')
  await waitFor(() => expect(address()).toBe('/done'))
  expect(save).toHaveBeenCalledWith({ title: 'Meins', version: 1 })
})

test('nothing is sent as long as nothing is changed, and not twice at once', async () => {
  let finish: (answer: Note) => void = () => undefined
  save.mockReturnValue(new Promise<Note>((done) => (finish = done)))
  open('once')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Speichern' })
  expect(button.disabled).toBe(true)
  type('Titel', 'Meins')
  expect(button.disabled).toBe(false)
  press('Speichern')
  await waitFor(() => expect(button.textContent).toBe('Wird gespeichert'))
  fireEvent.submit(button)
  finish(stored)
  await waitFor(() => expect(address()).toBe('/done'))
  expect(save).toHaveBeenCalledOnce()
})

test.each([
  ['mine', 'Meine Angabe behalten, Meins', { title: 'Meins', version: 2 }],
  ['theirs', 'Gespeicherte übernehmen, Ihres', undefined],
])('of a newer version %s stays, and what only they changed is taken', async (_, choice, sent) => {
  const current = {
    status: 409,
    code: 'stale',
    title: '',
    current: newer,
    changed: CHANGED,
    version: 2,
  }
  save.mockRejectedValueOnce(new ApiError(current))
  open(`newer ${choice}`)
  type('Titel', 'Meins')
  press('Speichern')
  const heading = await screen.findByRole('heading', { level: 2 })
  expect(heading.textContent).toBe('Kim Roth hat diese Notiz inzwischen geändert')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('row', { name: /^Text/ }).textContent).toContain('wird übernommen')
  expect(screen.getByRole('button', { name: 'So speichern' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText(`Titel: ${choice}`))
  press('So speichern')
  await waitFor(() => expect(address()).toBe('/done'))
  expect(save.mock.calls[1]?.[0]).toEqual(sent)
})

test('all can be kept, or all taken, at once', async () => {
  save.mockRejectedValueOnce(
    new ApiError({ status: 409, code: 'stale', title: '', current: newer, changed: CHANGED }),
  )
  open('all')
  type('Titel', 'Meins')
  type('Text', 'meins')
  press('Speichern')
  await screen.findByRole('heading', { level: 2 })
  press('Alle gespeicherten übernehmen')
  press('Alle meine behalten')
  press('So speichern')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(save.mock.calls[1]?.[0]).toEqual({ title: 'Meins', text: 'meins', version: 2 })
})

test('a discarded draft leaves what is stored now', async () => {
  save.mockRejectedValueOnce(
    new ApiError({ status: 409, code: 'stale', title: '', current: newer, changed: CHANGED }),
  )
  open('discarded')
  type('Titel', 'Meins')
  press('Speichern')
  await screen.findByRole('heading', { level: 2 })
  press('Meine Eingaben verwerfen')
  expect(title()).toBe('Ihres')
})

test.each(['tab', 'memory'] as const)(
  'a draft in the %s goes when its user signs out',
  async (keeping) => {
    open('signed out', keeping)
    type('Titel', 'Meins')
    cleanup()
    const calls = answering({ status: 204 })
    await authProvider.logout({})
    expect(calls[0]).toMatchObject({ method: 'DELETE', path: '/api/staff/session' })
    expect({ ...sessionStorage }).toEqual({})
    noteSession(sessionOf('staff'))
    open('signed out', keeping)
    expect(title()).toBe('Alt')
  },
)

test.each(['tab', 'memory'] as const)(
  'a draft in the %s goes when another user signs in',
  (keeping) => {
    open('another user', keeping)
    type('Titel', 'Meins')
    sessionStorage.setItem('draft 1 of before a reload', '{}')
    sessionStorage.setItem('draft 2 own', '{}')
    noteEnd()
    cleanup()
    const { account } = sessionOf('staff')
    // Between password and code the user is known, and nothing is shown yet.
    noteSession({ ...sessionOf('staff', 'code'), account: { ...account, id: 2 } })
    expect(Object.keys({ ...sessionStorage })).toEqual(['draft 2 own'])
    noteSession(sessionOf('staff'))
    open('another user', keeping)
    expect(title()).toBe('Alt')
  },
)

test('a draft outlives the end of a session that its user did not end', async () => {
  open('session', 'memory')
  type('Titel', 'Meins')
  noteEnd()
  cleanup()
  await authProvider.logout({})
  noteSession(sessionOf('staff'))
  open('session', 'memory')
  expect(title()).toBe('Meins')
  expect(screen.getByText(/^Ihr Entwurf von heute/)).toBeTruthy()
  press('Verwerfen')
  expect(title()).toBe('Alt')
})

test('a reload finds what the tab keeps, and nothing personal', async () => {
  open('reload')
  type('Titel', 'Meins')
  cleanup()
  // Memory knows nothing of the other page, as after a reload.
  const [[name, text] = ['', '']] = Object.entries({ ...sessionStorage })
  sessionStorage.setItem(name.replace('reload', 'reloaded'), text)
  open('reloaded')
  expect(title()).toBe('Meins')
  cleanup()
  sessionStorage.clear()
  open('reload', 'memory')
  type('Text', 'vertraulich')
  expect({ ...sessionStorage }).toEqual({})
})

test('leaving with unsaved words is asked about, a form as it was is not', async () => {
  open('leaving')
  fireEvent.click(screen.getByText('Abbrechen'))
  await waitFor(() => expect(address()).toBe('/done'))
  cleanup()
  open('leaving')
  type('Titel', 'Meins')
  fireEvent.click(screen.getByText('Abbrechen'))
  expect(await screen.findByRole('dialog', { name: /nicht gespeichert/ })).toBeTruthy()
  expect(address()).toBe('/note')
})

test('whoever leaves while it is saved goes on once it is, and is asked where it is refused', async () => {
  let take: (note: Note) => void = () => undefined
  save.mockReturnValueOnce(new Promise<Note>((done) => (take = done)))
  open('going')
  type('Titel', 'Meins')
  press('Speichern')
  await screen.findByRole('button', { name: 'Wird gespeichert' })
  fireEvent.click(screen.getByText('Zur Startseite'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/note')
  take(stored)
  await waitFor(() => expect(address()).toBe('/start'))
  cleanup()
  let refuse: (reason: Error) => void = () => undefined
  save.mockReturnValueOnce(new Promise<Note>((_, failed) => (refuse = failed)))
  open('refused')
  type('Titel', 'Meins')
  press('Speichern')
  await screen.findByRole('button', { name: 'Wird gespeichert' })
  fireEvent.click(screen.getByText('Zur Startseite'))
  refuse(new Error('weg'))
  expect(await screen.findByRole('dialog', { name: /nicht gespeichert/ })).toBeTruthy()
  expect(address()).toBe('/note')
})
