import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Contracts } from '@/features/reservations/show/contract/Contracts'
import type { Claim, Contract, Offer } from '@/features/reservations/show/contract/contract'
import { HindranceList } from '@/features/reservations/show/contract/Hindrances'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { answering, refusal } from '../../server'

beforeEach(() => noteSession(sessionOf('staff')))
afterEach(() => vi.unstubAllGlobals())

const claim = (number: number, open_cents: number, due: string | null = null): Claim => ({
  purpose: number ? 'instalment' : 'setup',
  number,
  due,
  cents: 5738,
  open_cents,
})

const contract = {
  id: 3,
  number: 'VG-7K3M-Q2XH-V1',
  name: 'Nele Hartwig',
  state: 'asked',
  reservation_state: 'invited',
  signed_by: 'letter',
  signed_at: '2026-11-03T09:00:00Z',
  received_on: '2026-11-02',
  concluded_at: null,
  withdraw_until: null,
  can_withdraw: false,
  annual_kwh: 2000,
  months: 24,
  total_cents: 137_700,
  setup_cents: 7900,
  account_holder: 'Otto Hartwig',
  last_four: '3000',
  mandate_reference: 'VG-7K3M-Q2XH-V1-1',
  connected_on: null,
  first_earning_day: null,
  last_earning_day: null,
  earning_kwh: 0,
  plan: [],
  decided_because: '',
  account_asked: { last_four: '3201', until: '2026-11-05T09:00:00Z' },
  account_declarations: [
    { purpose: 'mandate', text: 'Ich erteile das Mandat.' },
    { purpose: 'holder', text: 'Die andere Person ist einverstanden.' },
  ],
} as unknown as Contract

const offer = {
  number: 'VG-7K3M-Q2XH-V1',
  fingerprint: 'a1',
  name: 'Nele Hartwig',
  street: '',
  postcode: '85049',
  town: '',
  figures: { package: 'Standard' },
  prices: ['24 Raten zu 57,38 €.'],
  declarations: [
    { purpose: 'contract', text: 'Ich stimme dem Vertrag zu.' },
    { purpose: 'credit', text: 'Ich möchte in Raten zahlen.' },
  ],
  holder_declaration: 'Die andere Person ist einverstanden.',
  needs_decision: true,
} as unknown as Offer

const shown = (data: readonly Contract[], more: object = {}) => ({
  body: { data, offer: null, why_not: '', ...more },
})
const render = () => renderAt('/', { '/': <Contracts id={17} /> })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('instalments are refused with a reason, after one more question', async () => {
  const declined = { ...contract, state: 'declined', decided_because: 'Auskunft' } as const
  const calls = answering(
    shown([contract]),
    { body: declined },
    shown([declined], { offer, why_not: '' }),
  )
  render()
  expect(await screen.findByText('24 Raten, zusammen 1.377,00 €')).toBeTruthy()
  expect(screen.getByText('per Brief vom 02.11.2026')).toBeTruthy()
  expect(screen.getByText('IBAN endet auf 3000')).toBeTruthy()
  press('Raten ablehnen')
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Das Mandat für sein Konto endet.')
  press('Raten ablehnen')
  expect(await screen.findByText('Bitte nennen Sie den Grund.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Grund/), { target: { value: ' Auskunft ' } })
  press('Raten ablehnen')
  expect(await screen.findByText('Auskunft')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bestellung eintragen' })).toBeTruthy()
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/api/staff/reservations/17/contracts', undefined],
    ['POST', '/api/staff/contracts/3/decide', { agrees: false, reason: 'Auskunft' }],
    ['GET', '/api/staff/reservations/17/contracts', undefined],
  ])
})

test('an order by telephone names the account of another person, and each refusal stands at its field', async () => {
  const errors = [
    { field: 'iban', code: 'bad_iban', message: 'Diese IBAN stimmt nicht.' },
    { field: 'wants_credit', code: 'missing', message: 'Ohne diese Erklärung geht es nicht.' },
  ]
  const calls = answering(
    shown([], { offer }),
    refusal(422, 'validation_failed', { errors }),
    shown([], { offer }),
    shown([contract]),
    shown([contract]),
  )
  render()
  expect(await screen.findByText('keiner')).toBeTruthy()
  press('Bestellung eintragen')
  expect(screen.queryByLabelText(offer.holder_declaration)).toBeNull()
  fireEvent.click(screen.getByLabelText('Telefon'))
  expect(await screen.findByText('Bitte wörtlich vorlesen')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^IBAN/), { target: { value: 'DE00' } })
  fireEvent.change(screen.getByLabelText(/^Straße/), { target: { value: 'Am Stein 3' } })
  fireEvent.change(screen.getByLabelText(/^Ort zur Postleitzahl 85049/), {
    target: { value: 'Ingolstadt' },
  })
  fireEvent.click(screen.getByLabelText('Das Konto gehört jemand anderem'))
  fireEvent.click(await screen.findByLabelText(offer.holder_declaration))
  fireEvent.click(screen.getByLabelText('Ich stimme dem Vertrag zu.'))
  press('Eintragen')
  expect(await screen.findByText('Diese IBAN stimmt nicht.')).toBeTruthy()
  expect(screen.getByText('Ohne diese Erklärung geht es nicht.')).toBeTruthy()
  press('Eintragen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls[1]?.path).toBe('/api/staff/reservations/17/contracts')
  expect(calls[1]?.body).toMatchObject({
    signed_by: 'telephone',
    street: 'Am Stein 3',
    account_holder: 'Nele Hartwig',
    is_other_person: true,
    holder_agrees: true,
    agrees_to_contract: true,
    wants_credit: false,
    fingerprint: 'a1',
  })
  expect(await screen.findByRole('button', { name: 'Raten zusagen' })).toBeTruthy()
})

test('of many instalments the next to pay are shown, and what is late is marked', async () => {
  const plan = [
    claim(0, 0, '2026-11-18'),
    claim(1, 0, '2026-11-20'),
    claim(2, 5738, '2026-11-21'),
    ...[3, 4, 5, 6].map((number) => claim(number, 5738)),
  ]
  const concluded = {
    ...contract,
    state: 'concluded',
    reservation_state: 'active',
    concluded_at: '2026-11-03T10:00:00Z',
    withdraw_until: '2026-11-17',
    plan,
  } as Contract
  answering(shown([concluded], { why_not: 'Ihr Vertrag ist schon geschlossen.' }))
  render()
  const rows = async () => (await screen.findAllByRole('row')).map((row) => row.textContent)
  const amount = '57,38\u00a0€'
  expect(await rows()).toEqual([
    'ZahlungBetragOffen',
    `Rate 221.11.2026${amount}${amount}`,
    ...[3, 4, 5].map((number) => `Rate ${number}nach dem Netzanschluss${amount}${amount}`),
  ])
  expect(document.querySelectorAll('.late')).toHaveLength(1)
  press('Alle 7 Zahlungen zeigen')
  expect((await rows())[1]).toBe(`Einrichtung18.11.2026${amount}bezahlt`)
  expect(screen.queryByText(/schon geschlossen/)).toBeNull()
})

test('where nothing can be ordered the sentence of the household page says why', async () => {
  answering(shown([], { why_not: 'Bitte legen Sie zuerst Ihren Anteil fest.' }))
  render()
  expect(await screen.findByText(/„Bitte legen Sie zuerst Ihren Anteil fest.“/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('another account by letter brings its mandate, and what the household has asked for is shown', async () => {
  const calls = answering(shown([contract]), { body: contract }, shown([contract]))
  render()
  expect(
    await screen.findByText(/^Endung 3201 ist angegeben und noch nicht bestätigt/),
  ).toBeTruthy()
  press('Anderes Konto eintragen')
  fireEvent.change(screen.getByLabelText(/^Eingegangen am/), { target: { value: '2026-11-02' } })
  fireEvent.change(screen.getByLabelText(/^IBAN/), { target: { value: 'DE02120300000000202051' } })
  fireEvent.change(screen.getByLabelText(/^Wem das Konto/), { target: { value: 'Oma' } })
  fireEvent.click(screen.getByLabelText('Das Konto gehört jemand anderem'))
  fireEvent.click(await screen.findByLabelText('Die andere Person ist einverstanden.'))
  fireEvent.click(screen.getByLabelText('Ich erteile das Mandat.'))
  press('Eintragen')
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[1]).toMatchObject({
    path: '/api/staff/contracts/3/account',
    body: {
      ...{ signed_by: 'letter', received_on: '2026-11-02', iban: 'DE02120300000000202051' },
      ...{ account_holder: 'Oma', is_other_person: true, holder_agrees: true, gives_mandate: true },
    },
  })
})

test('what is left of the instalments is paid at once after one more question, and back', async () => {
  const early = { cents: 125_400, saved_cents: 6562, due: '2027-08-03', instalments: 23 }
  const running = (is_agreed: boolean) =>
    ({
      ...contract,
      state: 'concluded',
      reservation_state: 'active',
      early_payment: { ...early, is_agreed },
    }) as const
  const calls = answering(
    shown([running(false)]),
    { body: running(true) },
    shown([running(true)]),
    { body: running(false) },
    shown([running(false)]),
  )
  render()
  expect(await screen.findByText(/^Auf einmal wären es 1\.254,00/)).toBeTruthy()
  for (const name of ['Rest auf einmal zahlen', 'Doch in Raten']) {
    fireEvent.click(await screen.findByRole('button', { name }))
    fireEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await waitFor(() => expect(calls).toHaveLength(5))
  const [, agreed, , undone] = calls
  expect(agreed).toMatchObject({
    path: '/api/staff/contracts/3/early-payment',
    body: { cents: 125_400 },
  })
  expect(undone?.path).toBe('/api/staff/contracts/3/early-payment/undo')
})

test('a contract that can be taken over asks for the person; the way back is said before', async () => {
  const concluded = {
    ...contract,
    state: 'concluded',
    reservation_state: 'active',
    concluded_at: '2026-11-03T09:00:00Z',
  } as const
  const declared = [
    { purpose: 'giving', text: 'Ich gebe ab.' },
    { purpose: 'takeover', text: 'Ich übernehme.' },
    { purpose: 'holder', text: 'Die andere Person ist einverstanden.' },
  ]
  answering(
    shown([concluded], { why_no_transfer: '', transfer_declarations: declared, hindrances: [] }),
  )
  render()
  fireEvent.click(await screen.findByRole('button', { name: 'Vertrag übertragen', hidden: true }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Rückgängig machen lässt sich das nicht.')
  expect(screen.getByLabelText('Ich gebe ab.')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Geerbt'))
  expect(screen.queryByLabelText('Ich gebe ab.')).toBeNull()
  expect(screen.getByLabelText(/^Nachweis/)).toBeTruthy()
  expect(screen.queryByLabelText('Die andere Person ist einverstanden.')).toBeNull()
})

test('where nobody can take it over, the reason takes the place of the button', async () => {
  const concluded = {
    ...contract,
    state: 'concluded',
    reservation_state: 'active',
    concluded_at: '2026-11-03T09:00:00Z',
  } as const
  const whyNot = 'Zu diesem Vertrag sind 79,00 € offen.'
  answering(
    shown([concluded], { why_no_transfer: whyNot, transfer_declarations: [], hindrances: [] }),
  )
  render()
  expect(await screen.findByText(`Übertragen: ${whyNot}`)).toBeTruthy()
  expect(screen.queryByText('Vertrag übertragen')).toBeNull()
})

test('each thing in the way of an end leads to where it is settled', () => {
  const hindrances = [
    { code: 'open_claims', sentence: '79,00 € sind fällig.', cure: '/payments' },
    {
      code: 'declaration_undecided',
      sentence: 'Ein Widerruf wartet.',
      cure: '/declarations/4/show',
    },
  ] as const
  renderAt('/', { '/': <HindranceList hindrances={hindrances} /> })
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/payments', '/declarations/4/show'])
})
