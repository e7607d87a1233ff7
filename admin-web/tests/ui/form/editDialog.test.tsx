import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useStaffQuery } from '@/api/useStaffQuery'
import { noteSession } from '@/session/session'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

const onClose = vi.fn()

beforeEach(() => {
  noteSession(sessionOf('staff'))
  onClose.mockReset()
})

const open = () =>
  renderAt('/', {
    '/': (
      <EditDialog
        title="Partner-Code anlegen"
        button="Anlegen"
        schema="PartnerIn"
        start={{ partner_name: '', code: '' }}
        check={({ partner_name }) => ({ partner_name: !partner_name && 'Wer ist es?' })}
        save={(call, body) => call('post', '/api/staff/referrals/codes', { body })}
        codes={{ code_taken: 'code' }}
        onClose={onClose}
      >
        <TextInput source="partner_name" label="Name" />
        <TextInput source="code" label="Code" />
      </EditDialog>
    ),
  })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** What stands below a field. */
const hintOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent

test('texts are bounded as the API document says, and sent without blanks around them', async () => {
  const calls = answering({ status: 201, body: {} })
  open()
  expect([field('Name').maxLength, field('Code').maxLength]).toEqual([120, 40])
  type('Name', ' TSV Nord ')
  press('Anlegen')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls[0]?.body).toEqual({ partner_name: 'TSV Nord', code: '' })
})

test('what is wrong stands at its field, the first fault gets the focus, and nothing is sent', async () => {
  const calls = answering({ status: 201, body: {} })
  open()
  press('Anlegen')
  await waitFor(() => expect(hintOf('Name')).toBe('Wer ist es?'))
  expect(document.activeElement).toBe(field('Name'))
  expect(calls).toEqual([])
})

test.each([
  [
    'a field that the server names',
    refusal(422, 'invalid', { errors: [{ field: 'code', code: 'x', message: 'Zu kurz.' }] }),
    'Zu kurz.',
  ],
  [
    'a field that a refusal is about',
    refusal(409, 'code_taken', { title: 'Den Code gibt es schon.' }),
    'Den Code gibt es schon.',
  ],
])('%s is told what is wrong, and goes on from there', async (_, refused, words) => {
  const calls = answering(refused, { status: 201, body: {} })
  open()
  type('Name', 'TSV Nord')
  type('Code', 'X')
  press('Anlegen')
  await waitFor(() => expect(hintOf('Code')).toMatch(words))
  expect(document.activeElement).toBe(field('Code'))
  expect(screen.queryByRole('alert')).toBeNull()
  type('Code', 'TSV1919')
  await waitFor(() => expect(field('Code').getAttribute('aria-invalid')).toBe('false'))
  press('Anlegen')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls[1]?.body).toEqual({ partner_name: 'TSV Nord', code: 'TSV1919' })
})

test.each([
  [
    'a field that is not here',
    refusal(422, 'invalid', { errors: [{ field: 'note', code: 'x', message: 'Zu lang.' }] }),
    'Zu lang.',
  ],
  ['no field', refusal(409, 'stale'), /./],
])(
  'what is wrong with %s is said below them, and what was typed stays',
  async (_, refused, words) => {
    answering(refused)
    open()
    type('Name', 'TSV Nord')
    press('Anlegen')
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(field('Name').getAttribute('aria-invalid')).toBe('false')
    expect(field('Name').value).toBe('TSV Nord')
  },
)

test('Escape closes what is empty, and asks before it costs what was typed', async () => {
  open()
  fireEvent.keyDown(field('Name'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  type('Name', 'TSV')
  fireEvent.keyDown(field('Name'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  expect(await screen.findByRole('dialog', { name: 'Eingaben verwerfen?' })).toBeTruthy()
  press('Verwerfen')
  expect(onClose).toHaveBeenCalledTimes(2)
})

/** Remarks, with what followed the first, as a page shows it until it knows that the remark is gone. */
function Remarks() {
  useStaffQuery('/api/staff/notes')
  useStaffQuery('/api/staff/notes/{note_id}/effect', { params: { path: { note_id: 1 } } })
  return (
    <EditDialog
      title="Anmerkung löschen?"
      button="Löschen"
      save={(call) =>
        call('delete', '/api/staff/notes/{note_id}', { params: { path: { note_id: 1 } } })
      }
      renews={['notes']}
      onClose={onClose}
    >
      <p>Weg?</p>
    </EditDialog>
  )
}

test('nobody asks again for what belongs to something removed', async () => {
  const calls = answering(
    { body: { data: [] } },
    { body: {} },
    { status: 204 },
    { body: { data: [] } },
  )
  renderAt('/', { '/': <Remarks /> })
  await waitFor(() => expect(calls).toHaveLength(2))
  press('Löschen')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/staff/notes',
    'GET /api/staff/notes/1/effect',
    'DELETE /api/staff/notes/1',
    'GET /api/staff/notes',
  ])
})
