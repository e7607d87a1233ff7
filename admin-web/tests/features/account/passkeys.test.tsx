import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/problem'
import { PasskeySection } from '@/features/account/passkeys/PasskeySection'
import { passkeyProblem } from '@/features/account/passkeys/problems'
import { bytesOf, makePasskey, textOf } from '@/features/account/passkeys/webauthn'
import { CodeStep } from '@/features/account/signIn/CodeStep'
import { LoginPage } from '@/features/account/signIn/LoginPage'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, installation, refusal } from '../../server'

const ORIGIN = window.location.origin
const QUESTION = { challenge: 'AQID', rp_id: 'localhost', timeout_ms: 300_000, known: [] }
const INVITATION = {
  ...QUESTION,
  known: [{ credential_id: 'BAU', transports: ['usb'] }],
  user_handle: 'BwgJ',
  user_name: 'miriam@voltigo.example',
  user_display_name: 'Miriam Falk',
  algorithms: [-8, -7, -257],
}
const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer
const SIGNED = {
  rawId: buffer(1),
  response: {
    clientDataJSON: buffer(2),
    authenticatorData: buffer(3),
    signature: buffer(4),
    userHandle: buffer(5),
  },
}
const ASSERTION = {
  credential_id: 'AQ',
  client_data: 'Ag',
  authenticator_data: 'Aw',
  signature: 'BA',
  user_handle: 'BQ',
}

const credentials = { get: vi.fn(), create: vi.fn() }
beforeEach(() => {
  noteSession(null)
  installation.passkeysAt = ORIGIN
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
})
afterEach(() => {
  installation.passkeysAt = null
  vi.resetAllMocks()
})
const failing = (name: string) => credentials.get.mockRejectedValue(new DOMException('', name))

test('what the browser offers by itself is not asked late, over the dialog that was opened meanwhile', async () => {
  let tell = (_: boolean) => {}
  const canFillIn = new Promise<boolean>((resolve) => {
    tell = resolve
  })
  const known = Object.assign(() => undefined, { isConditionalMediationAvailable: () => canFillIn })
  vi.stubGlobal('PublicKeyCredential', known)
  credentials.get.mockReturnValue(new Promise(() => {}))
  const calls = answering({ body: QUESTION }, { body: QUESTION })
  renderAt('/sign-in', { '/sign-in': <LoginPage /> })
  fireEvent.click(await screen.findByRole('button', { name: 'Mit Passkey anmelden' }))
  await waitFor(() => expect(credentials.get).toHaveBeenCalledTimes(1))
  tell(true)
  await canFillIn
  await new Promise((later) => setTimeout(later))
  expect(credentials.get.mock.calls[0]?.[0].signal.aborted).toBe(false)
  expect(calls).toHaveLength(1)
})

test('a passkey alone signs in', async () => {
  credentials.get.mockResolvedValue(SIGNED)
  const calls = answering({ body: QUESTION }, { body: sessionOf('staff') })
  renderAt('/sign-in', { '/sign-in': <LoginPage />, '/': <h1>Heute</h1> })
  fireEvent.click(await screen.findByRole('button', { name: 'Mit Passkey anmelden' }))
  expect(await screen.findByRole('heading', { name: 'Heute' })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/staff/session/passkey/options',
    '/api/staff/session/passkey',
  ])
  expect(calls[1]?.body).toEqual(ASSERTION)
  const { publicKey } = credentials.get.mock.calls[0]?.[0] ?? {}
  expect(publicKey.userVerification).toBe('required')
  expect(publicKey.rpId).toBe('localhost')
  expect([...publicKey.challenge]).toEqual([1, 2, 3])
})

test('a closed dialog is told, and the form is as it was', async () => {
  failing('NotAllowedError')
  answering({ body: QUESTION })
  renderAt('/sign-in', { '/sign-in': <LoginPage /> })
  const button = await screen.findByRole('button', { name: 'Mit Passkey anmelden' })
  fireEvent.change(screen.getByLabelText('E-Mail-Adresse'), { target: { value: 'a@b.de' } })
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('Es wurde kein Passkey gewählt.')
  expect(screen.getByLabelText<HTMLInputElement>('E-Mail-Adresse').value).toBe('a@b.de')
})

test.each([null, 'https://elsewhere.example'])(
  'no button where none would work: %s',
  async (at) => {
    installation.passkeysAt = at
    answering()
    renderAt('/sign-in', { '/sign-in': <LoginPage /> })
    await screen.findByRole('button', { name: 'Weiter' })
    await new Promise((resume) => setTimeout(resume))
    expect(screen.queryByRole('button', { name: 'Mit Passkey anmelden' })).toBeNull()
    expect(screen.getByLabelText('E-Mail-Adresse').getAttribute('autocomplete')).toBe('username')
  },
)

test('after the password a passkey takes the place of the code', async () => {
  noteSession({ ...sessionOf('staff', 'code'), has_passkey: true })
  credentials.get.mockResolvedValue(SIGNED)
  const calls = answering({ body: QUESTION }, { body: sessionOf('staff') })
  renderAt('/', { '/': <CodeStep /> })
  fireEvent.click(await screen.findByRole('button', { name: 'Passkey statt Code' }))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.path).toBe('/api/staff/session/code/passkey')
  expect(calls[1]?.body).toEqual(ASSERTION)
})

test('a refused passkey is told by the sentence of the server', async () => {
  noteSession({ ...sessionOf('staff', 'code'), has_passkey: true })
  credentials.get.mockResolvedValue(SIGNED)
  answering({ body: QUESTION }, refusal(401, 'passkey_refused'))
  renderAt('/', { '/': <CodeStep /> })
  fireEvent.click(await screen.findByRole('button', { name: 'Passkey statt Code' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Titel von passkey_refused')
})

test('without a passkey none is asked for', () => {
  noteSession(sessionOf('staff', 'code'))
  renderAt('/', { '/': <CodeStep /> })
  expect(screen.queryByRole('button', { name: 'Passkey statt Code' })).toBeNull()
})

test('the browser is to make a discoverable passkey without attestation', async () => {
  const response = {
    clientDataJSON: buffer(2),
    attestationObject: buffer(3),
    getTransports: () => ['internal', 'carrier-pigeon'],
  }
  credentials.create.mockResolvedValue({ rawId: buffer(1), response })
  expect(await makePasskey(INVITATION)).toEqual({
    credential_id: 'AQ',
    client_data: 'Ag',
    attestation_object: 'Aw',
    transports: ['internal'],
  })
  const { publicKey } = credentials.create.mock.calls[0]?.[0] ?? {}
  expect(publicKey.attestation).toBe('none')
  expect(publicKey.authenticatorSelection).toEqual({
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'required',
  })
  expect(publicKey.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-8, -7, -257])
  expect([...publicKey.excludeCredentials[0].id]).toEqual([4, 5])
  expect([...publicKey.user.id]).toEqual([7, 8, 9])
})

test.each([
  ['NotAllowedError', false, 'kein Passkey gewählt'],
  ['NotAllowedError', true, 'zu lange gedauert'],
  ['InvalidStateError', false, 'gibt es schon einen Passkey'],
  ['NotSupportedError', false, 'keinen passenden Passkey'],
  ['ConstraintError', false, 'keine Bildschirmsperre'],
  ['SecurityError', false, 'Unter dieser Adresse'],
  ['UnknownError', false, 'noch einmal'],
])('%s has a sentence (too late: %s)', (name, isTooLate, words) => {
  const problem = passkeyProblem(new DOMException('', name), 'choose', isTooLate)
  expect(problem).toBeInstanceOf(ApiError)
  expect(problem.message).toContain(words)
})

test('what was not made is told otherwise than what was not chosen', () => {
  const problem = passkeyProblem(new DOMException('', 'NotAllowedError'), 'make', false)
  expect(problem.message).toContain('kein Passkey angelegt')
})

test('bytes are written as the server reads them', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const text = textOf(bytes.buffer)
  expect(text).not.toMatch(/[+/=]/)
  expect([...bytesOf(text)]).toEqual([...bytes])
})

test.each([
  [null, 'Unter dieser Adresse bieten Browser keine Passkeys an'],
  ['https://elsewhere.example', 'Passkeys gelten nur unter https://elsewhere.example.'],
])('the page says why there is no button: %s', async (works_at, words) => {
  noteSession(sessionOf('staff'))
  answering({ body: { data: [], works_at, suggested_name: 'Firefox auf Linux' } })
  renderAt('/', { '/': <PasskeySection /> })
  expect(await screen.findByText(words, { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Passkey hinzufügen' })).toBeNull()
})

test('a browser that knows no passkeys is named as the reason', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  noteSession(sessionOf('staff'))
  answering({ body: { data: [], works_at: ORIGIN, suggested_name: 'Firefox auf Linux' } })
  renderAt('/', { '/': <PasskeySection /> })
  expect(
    await screen.findByText('Dieser Browser kennt keine Passkeys.', { exact: false }),
  ).toBeTruthy()
})
