import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { confirmed } from '@/api/confirmation'
import { ConfirmationDialog } from '@/features/account/signIn/ConfirmationDialog'
import { inGroups } from '@/features/account/signIn/Enrolment'
import { LoginPage } from '@/features/account/signIn/LoginPage'
import { isLongEnough, lengthWords } from '@/features/account/signIn/PasswordRules'
import { SessionGate } from '@/features/account/signIn/SessionGate'
import { SetupPage } from '@/features/account/signIn/SetupPage'
import { noteEnd, noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, installation, refusal } from '../../server'

beforeEach(() => noteSession(null))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pages = { '/sign-in': <LoginPage />, '/set-up': <SetupPage />, '/': <h1>Heute</h1> }

test('password, then code, then the console, in fields that password managers and phones know', async () => {
  const calls = answering({ body: sessionOf('staff', 'code') }, { body: sessionOf('staff') })
  renderAt('/sign-in', pages)
  expect(screen.getByLabelText('E-Mail-Adresse').getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Passwort').getAttribute('autocomplete')).toBe('current-password')
  type('E-Mail-Adresse', ' miriam@voltigo.example ')
  type('Passwort', 'ein langes Passwort')
  press('Weiter')
  await screen.findByRole('heading', { name: 'Code eingeben' })
  expect(screen.getByLabelText(/Code aus/).getAttribute('autocomplete')).toBe('one-time-code')
  expect(screen.getByLabelText(/Code aus/).getAttribute('inputmode')).toBe('numeric')
  type(/Code aus/, '123 456')
  press('Anmelden')
  expect(await screen.findByRole('heading', { name: 'Heute' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    { email: 'miriam@voltigo.example', password: 'ein langes Passwort' },
    { code: '123456' },
  ])
})

test('a recovery code takes the place of the app', async () => {
  noteSession(sessionOf('staff', 'code'))
  const calls = answering({ body: sessionOf('staff') })
  renderAt('/sign-in', pages)
  press('Wiederherstellungscode benutzen')
  type('Wiederherstellungscode', ' 6evj-9bwz-6m9h')
  press('Anmelden')
  await screen.findByRole('heading', { name: 'Heute' })
  expect(calls[0]?.body).toEqual({ code: '6evj-9bwz-6m9h' })
})

test('a wrong password and throttling are announced', async () => {
  answering(refusal(401, 'wrong_credentials'), {
    ...refusal(429, 'rate_limited'),
    headers: { 'Retry-After': '30' },
  })
  renderAt('/sign-in', pages)
  type('E-Mail-Adresse', 'a@b.de')
  type('Passwort', 'falsch')
  press('Weiter')
  expect((await screen.findByRole('alert')).textContent).toBe('Titel von wrong_credentials')
  press('Weiter')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('noch 30 Sekunden'))
})

test('who was signed out is told why', () => {
  noteEnd()
  renderAt('/sign-in', pages)
  expect(screen.getByRole('alert').textContent).toContain('Ihre Sitzung ist beendet')
})

test('an invitation leads over name and password to the second factor and the codes', async () => {
  const calls = answering(
    {
      body: {
        purpose: 'invitation',
        email: 'miriam@voltigo.example',
        name: 'Miriam Falk',
        role: 'staff',
        expires_at: '2026-11-24T00:00:00Z',
      },
    },
    { body: sessionOf('staff', 'enrol') },
    { body: { secret: 'ABCDEFGH', otpauth_uri: 'otpauth://x', qr_size: 33, qr_path: 'M4 4h7' } },
    { body: { session: sessionOf('staff'), recovery_codes: ['aaaa-bbbb-cccc'] } },
  )
  renderAt('/set-up#geheim', pages)
  await screen.findByText('Ihre Rolle: Sachbearbeitung')
  expect(screen.getByLabelText<HTMLInputElement>('E-Mail-Adresse').readOnly).toBe(true)
  type('Passwort', 'sieben Uhren im Baum')
  press('Weiter zum zweiten Faktor')
  await screen.findByText('ABCD EFGH')
  expect(screen.getByTestId('address').textContent).toBe('/sign-in')
  const picture = screen.getByRole('img', { name: /QR/ })
  expect(picture.getAttribute('viewBox')).toBe('0 0 33 33')
  expect(picture.querySelector('path[d="M4 4h7"]')?.getAttribute('stroke')).toBe('#000')
  type(/Code aus/, '123456')
  press('Code prüfen')
  await screen.findByText('aaaa-bbbb-cccc')
  const onward = screen.getByRole<HTMLButtonElement>('button', { name: 'Weiter' })
  expect(onward.disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Ich habe die Codes gesichert.'))
  fireEvent.click(onward)
  expect(await screen.findByRole('heading', { name: 'Heute' })).toBeTruthy()
  expect(calls[1]?.body).toMatchObject({ token: 'geheim', name: 'Miriam Falk' })
})

test('the address somebody wanted is reached after the log-in, unless they left on purpose', async () => {
  const all = { ...pages, '/account': <SessionGate>Konto von Miriam</SessionGate> }
  renderAt('/account?x=1', all)
  expect(await screen.findByRole('heading', { name: 'Anmelden' })).toBeTruthy()
  act(() => noteSession(sessionOf('staff')))
  expect(await screen.findByText('Konto von Miriam')).toBeTruthy()
  expect(screen.getByTestId('address').textContent).toBe('/account?x=1')
  act(() => noteSession(null))
  await screen.findByRole('heading', { name: 'Anmelden' })
  act(() => noteSession(sessionOf('staff')))
  expect(await screen.findByRole('heading', { name: 'Heute' })).toBeTruthy()
})

test('an unusable link says what to do', async () => {
  answering(refusal(404, 'link_unusable'))
  renderAt('/set-up#alt', pages)
  expect((await screen.findByRole('alert')).textContent).toBe('Titel von link_unusable')
})

test('the confirmation asks for both and lets the call go on', async () => {
  const calls = answering({ body: sessionOf('admin') })
  renderAt('/', { '/': <ConfirmationDialog /> })
  const answer = confirmed()
  await screen.findByRole('dialog')
  type('Passwort', 'sieben Uhren')
  type(/Code aus/, '654321')
  press('Bestätigen')
  expect(await answer).toBe(true)
  expect(calls[0]).toMatchObject({ path: '/api/staff/session/confirm', body: { code: '654321' } })
})

test('the confirmation asks an account without an app for its password alone', async () => {
  const calls = answering({ body: sessionOf('admin') })
  noteSession({ ...sessionOf('admin'), has_code: false })
  renderAt('/', { '/': <ConfirmationDialog /> })
  const answer = confirmed()
  await screen.findByRole('dialog')
  expect(screen.queryByLabelText(/Code aus/)).toBeNull()
  type('Passwort', 'sieben Uhren')
  press('Bestätigen')
  expect(await answer).toBe(true)
  expect(calls[0]?.body).toEqual({ password: 'sieben Uhren', code: '' })
})

test('the confirmation can be left', async () => {
  renderAt('/', { '/': <ConfirmationDialog /> })
  const answer = confirmed()
  await screen.findByRole('dialog')
  press('Abbrechen')
  expect(await answer).toBe(false)
})

test('the rule of length counts letters, not bytes', () => {
  expect(isLongEnough('äöüäöüäöüäöü')).toBe(true)
  expect(isLongEnough('🌞🌞🌞🌞🌞🌞')).toBe(false)
  expect(lengthWords(9)).toBe('12 bis 128 Zeichen: noch 3.')
  expect(inGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})

test('before the first account the log-in page says where the link is', async () => {
  installation.isSetUp = false
  answering(refusal(401, 'signed_out'))
  renderAt('/sign-in', pages)
  await screen.findByRole('heading', { name: 'Noch kein Konto' })
  expect(screen.queryByLabelText('Passwort')).toBeNull()
  installation.isSetUp = true
})

test('codes that nobody kept are remembered in the console, and forgotten once they are', async () => {
  localStorage.clear()
  const { RecoveryCodes } = await import('@/features/account/signIn/RecoveryCodes')
  const { CodesReminder } = await import('@/app/bands/CodesReminder')
  renderAt('/codes', { '/codes': <RecoveryCodes codes={['aaaa']} onKept={() => undefined} /> })
  await screen.findByText('aaaa')
  cleanup()
  renderAt('/heute', { '/heute': <CodesReminder /> })
  expect(await screen.findByText(/noch nicht gesichert/)).toBeTruthy()
  cleanup()
  renderAt('/codes', { '/codes': <RecoveryCodes codes={['bbbb']} onKept={() => undefined} /> })
  await screen.findByText('bbbb')
  fireEvent.click(screen.getByLabelText('Ich habe die Codes gesichert.'))
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }))
  cleanup()
  renderAt('/heute', { '/heute': <CodesReminder /> })
  await screen.findByTestId('address')
  expect(screen.queryByText(/noch nicht gesichert/)).toBeNull()
})
