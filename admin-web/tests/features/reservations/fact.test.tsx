import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Entered } from '@/features/reservations/show/Entered'
import { ContactRow } from '@/features/reservations/show/facts/ContactRow'
import { tagsIn } from '@/features/reservations/show/facts/fields'
import { Work } from '@/features/reservations/show/facts/Work'
import { NoteField } from '@/features/reservations/show/timeline/NoteField'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering } from '../../server'
import { reservation } from './reservation'

const tags = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Merkmale' })
const work = (changes = {}) =>
  renderAt('/', { '/': <Work record={reservation({ tags: ['Presse'], ...changes })} /> })

test('tags are written over as one line and sent as a list over the version they were read in', async () => {
  const calls = answering({ body: reservation() })
  noteSession(sessionOf('staff'))
  work()
  fireEvent.click(screen.getByRole('button', { name: 'Merkmale Presse' }))
  fireEvent.change(tags(), { target: { value: ' Umzug, Presse,, Umzug ' } })
  fireEvent.keyDown(tags(), { key: 'Enter' })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ body: { tags: ['Umzug', 'Presse'], version: 3 } })
  expect(tagsIn('')).toEqual([])
})

test('an emptied day takes the follow-up away', async () => {
  const calls = answering({ body: reservation() })
  noteSession(sessionOf('staff'))
  work({ follow_up_on: '2026-12-01' })
  fireEvent.click(screen.getByRole('button', { name: /^Wiedervorlage/ }))
  const day = screen.getByLabelText('Tag der Wiedervorlage')
  fireEvent.change(day, { target: { value: '' } })
  fireEvent.keyDown(day, { key: 'Enter' })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ body: { follow_up_on: null, version: 3 } })
})

test('what was typed is there when the record is opened again, until it is left by Escape', () => {
  answering()
  noteSession(sessionOf('staff'))
  work({ id: 18 })
  fireEvent.click(screen.getByRole('button', { name: 'Merkmale Presse' }))
  fireEvent.change(tags(), { target: { value: 'Presse, Umzug' } })
  cleanup()
  work({ id: 18 })
  expect(tags().value).toBe('Presse, Umzug')
  fireEvent.keyDown(tags(), { key: 'Escape' })
  cleanup()
  work({ id: 18 })
  expect(screen.getByRole('button', { name: 'Merkmale Presse' })).toBeTruthy()
})

test('a fact opened while another is being saved keeps the focus', async () => {
  answering({ body: reservation() })
  noteSession(sessionOf('staff'))
  work()
  fireEvent.click(screen.getByRole('button', { name: 'Merkmale Presse' }))
  fireEvent.change(tags(), { target: { value: 'Presse, Umzug' } })
  fireEvent.keyDown(tags(), { key: 'Enter' })
  fireEvent.click(screen.getByRole('button', { name: /^Wiedervorlage/ }))
  await screen.findByRole('button', { name: /^Merkmale/ })
  expect(document.activeElement).toBe(screen.getByLabelText('Tag der Wiedervorlage'))
})

test('a fact opened while a note is being saved stays open', async () => {
  answering({ status: 201, body: {} })
  noteSession(sessionOf('staff'))
  const record = reservation({ tags: ['Presse'] })
  const page = (
    <>
      <NoteField record={record} />
      <Work record={record} />
    </>
  )
  renderAt('/', { '/': page })
  const note = screen.getByLabelText<HTMLTextAreaElement>('Notiz')
  note.focus()
  fireEvent.change(note, { target: { value: 'Rückruf am Montag' } })
  fireEvent.click(screen.getByRole('button', { name: /^Notiz speichern/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Merkmale Presse' }))
  await waitFor(() => expect(note.value).toBe(''))
  expect(document.activeElement).toBe(tags())
})

test('an address that is entered says that a mail to confirm it is on its way', async () => {
  const calls = answering({ body: reservation() })
  noteSession(sessionOf('staff'))
  const record = reservation({ email: '' })
  renderAt('/', { '/': <ContactRow record={record} revealed="email" isOpen /> })
  fireEvent.click(screen.getByRole('button', { name: 'E-Mail-Adresse eintragen' }))
  const field = screen.getByRole('textbox', { name: 'E-Mail-Adresse' })
  expect(field.getAttribute('aria-describedby')).not.toBeNull()
  expect(screen.getByText(/Mail mit dem Link zum Bestätigen/)).toBeTruthy()
  expect(screen.queryByText(/^Gespeichert/)).toBeNull()
  fireEvent.change(field, { target: { value: 'nele@example.org' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ body: { email: 'nele@example.org', version: 3 } })
  await screen.findByText('Gespeichert. Die Mail mit dem Link zum Bestätigen ist unterwegs.')
})

test.each([
  ['', 'ein Brief'],
  ['n•••@example.org', 'Die Mail mit dem Link zum Bestätigen der Adresse geht jetzt hinaus.'],
])('what was entered without an address is told as it stands now: %s', (email, words) => {
  const record = reservation({ email })
  const entered = { ...{ id: record.id, reference: 'VG-7K3M-Q2XH', park: 'ingolstadt' } }
  const state = { entered: { ...entered, spot_number: 7, by_letter: true, name: 'Nele Hartwig' } }
  renderAt({ pathname: '/', state }, { '/': <Entered record={record} /> })
  expect(screen.getByRole('status', { name: 'Angelegt' }).textContent).toContain(words)
})
