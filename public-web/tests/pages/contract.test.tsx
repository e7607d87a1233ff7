import { act } from 'react'
import { expect, test } from 'vitest'
// What the page fetches later is there at once.
import '@/features/household/Later'
import '@/features/household/OwnReservationView'
import '@/features/household/contract/Contract'
import { invited, offered, ordered, paymentsOf } from '../household/invited'
import { all, fill, named, one, open, plain, press, type Replies, settle, texts } from './opened'

const PAGE = '/meine-reservierung'
const CONTRACT = '/api/household/contract'
const DRAFT = 'contract_draft'
const IBAN = 'DE89 3704 0044 0532 0130 00'
const ENTERED = { street: 'Am Stein 3', town: 'Ingolstadt', iban: IBAN }
const DECLARED = ['agrees_to_contract', 'gives_mandate']

/** The section of the contract, once its parts have been fetched. */
async function opened(own: unknown, page: unknown, more: Replies = {}) {
  const replies = { '/reservation': { body: own }, [CONTRACT]: { body: page }, ...more }
  const { main, ...rest } = await open(PAGE, { replies })
  for (let parts = 0; parts < 5; parts += 1) await settle()
  return { main, section: one(main, '.house__contract'), ...rest }
}

const button = (within: ParentNode) => named(within, 'zahlungspflichtig bestellen', 'button')
const boxes = (within: ParentNode) => all(within, 'form [type=checkbox]') as HTMLInputElement[]

async function enter(within: ParentNode, declared = DECLARED) {
  for (const [name, value] of Object.entries(ENTERED)) await fill(one(within, `#${name}`), value)
  for (const name of declared) await press(one(within, `#${name}`))
}

async function order(within: ParentNode) {
  await act(async () => (button(within) as HTMLButtonElement).form?.requestSubmit())
  await settle()
}

test('whoever has not fixed the share sees nothing of a contract', async () => {
  const { main } = await open(PAGE, {
    replies: { '/reservation': { body: invited('one-off', { decided_at: null }) } },
  })
  await settle()
  expect(main.querySelector('.house__contract')).toBeNull()
})

test('address and account, the texts, a box for each declaration, and the summary above its button', async () => {
  const { section } = await opened(invited(), offered())
  expect(texts(section, 'h3')).toEqual([
    'Anschrift und Konto',
    'Lesen',
    'Zustimmen',
    'Das bestellen Sie',
  ])
  expect(texts(section, 'details > summary')).toEqual([
    'Nutzungsvertrag',
    'Widerrufsbelehrung',
    'Informationen vor dem Vertrag',
    'SEPA-Lastschriftmandat',
  ])
  expect(boxes(section).map(({ name, checked }) => [name, checked])).toEqual([
    ['is_other_person', false],
    ['agrees_to_contract', false],
    ['gives_mandate', false],
  ])
  const sheet = one(section, '.order__sheet')
  expect(texts(sheet, 'dl.money-rows dt')).toHaveLength(6)
  expect(button(sheet).previousElementSibling?.tagName).toBe('UL')
  expect(all(section, '.button--sun')).toEqual([button(sheet)])
  expect(section.querySelector('.order__credit')).toBeNull()
})

test('instalments tell the effective rate first and the nominal one last, with a declaration of their own', async () => {
  const { section } = await opened(invited('48m'), offered('48m'))
  const credit = plain(one(section, '.order__credit').textContent)
  expect(credit).toMatch(/^Kreditinformation zu 48 Raten ?9,65 % effektiver Jahreszins/)
  expect(credit).toMatch(/Sollzins, fest für die ganze Laufzeit: 5,00 % im Jahr\.$/)
  for (const said of [
    'Barzahlungspreis1.299,00 €',
    'Aufpreis260,00 €',
    '47 Raten je32,48 €',
    'Teilzahlungspreis1.559,00 €',
  ])
    expect(credit).toContain(said)
  expect(boxes(section).map(({ name }) => name)).toContain('wants_credit')
  await enter(section)
  await order(section)
  expect(plain(section.textContent)).toContain(
    'Ohne diese Erklärung können Sie nicht in Raten bestellen.',
  )
})

test('what is missing stands at its field, and no call is made', async () => {
  const { section, calls } = await opened(invited(), offered())
  const before = calls.length
  await order(section)
  expect(calls).toHaveLength(before)
  expect(texts(section, '.field__error')).toEqual([
    'Bitte geben Sie Straße und Hausnummer an.',
    'Bitte geben Sie Ihren Ort an.',
    'Bitte geben Sie die IBAN Ihres Kontos an.',
    'Ohne diese Erklärung können Sie nicht bestellen.',
    'Ohne diese Erklärung können Sie nicht bestellen.',
  ])
  expect(document.activeElement?.id).toBe('street')
  await press(named(section, 'IBAN', '.order__sheet a'))
  expect(document.activeElement?.id).toBe('iban')
})

test("somebody else's account needs that person's consent, which is asked for only then", async () => {
  const { section, calls } = await opened(invited(), offered())
  await enter(section)
  expect(section.querySelector('#holder_agrees')).toBeNull()
  await press(one(section, '#is_other_person'))
  await order(section)
  expect(texts(section, '.field__error')).toEqual([
    'Bitte bestätigen Sie, dass die andere Person einverstanden ist.',
  ])
  await press(one(section, '#holder_agrees'))
  await order(section)
  const sent = calls.find(({ body }) => 'iban' in body)?.body
  expect(sent).toMatchObject({ is_other_person: true, holder_agrees: true })
})

test('what the server refuses stands at its field, and nothing that was entered is lost', async () => {
  const { section, replies } = await opened(invited(), offered())
  const errors = [
    { field: 'iban', code: 'iban_checksum', message: 'In dieser IBAN stimmt eine Ziffer nicht.' },
  ]
  await enter(section)
  replies[CONTRACT] = { status: 422, body: { code: 'validation', errors } }
  await order(section)
  expect(texts(section, '.field__error')).toEqual(['In dieser IBAN stimmt eine Ziffer nicht.'])
  expect(document.activeElement?.id).toBe('iban')
  expect((one(section, '#street') as HTMLInputElement).value).toBe('Am Stein 3')
  delete replies[CONTRACT]
  await order(section)
  expect(plain(one(section, '.order__sheet [role=status]').textContent)).toContain('keine Antwort')
  expect((one(section, '#iban') as HTMLInputElement).value).toBe(IBAN)
  expect(boxes(section).filter(({ checked }) => checked)).toHaveLength(2)
})

test('a reload keeps address and holder, but neither the number of the account nor what was declared', async () => {
  const first = await opened(invited(), offered())
  await enter(first.section)
  await fill(one(first.section, '#account_holder'), 'Otto Hartwig')
  expect(sessionStorage.getItem(DRAFT)).not.toContain('3704')
  const { section } = await opened(invited(), offered())
  const values = ['street', 'town', 'iban', 'account_holder'].map(
    (name) => (one(section, `#${name}`) as HTMLInputElement).value,
  )
  expect(values).toEqual(['Am Stein 3', 'Ingolstadt', '', 'Otto Hartwig'])
  expect(boxes(section).filter(({ checked }) => checked)).toEqual([])
})

test('what another reservation had begun is not shown, and who signs out leaves nothing', async () => {
  sessionStorage.setItem(DRAFT, JSON.stringify({ reference: 'VG-AAAA-AAAA', street: 'Fremd 1' }))
  const { main, section } = await opened(invited(), offered(), { '/session': { body: {} } })
  expect((one(section, '#street') as HTMLInputElement).value).toBe('')
  await fill(one(section, '#street'), 'Am Stein 3')
  await press(named(main, 'Abmelden', 'button'))
  expect(sessionStorage.getItem(DRAFT)).toBeNull()
})

test('after the order: number, state, papers, every payment with its day, and how to withdraw', async () => {
  const { section, calls, replies } = await opened(invited(), offered())
  await enter(section)
  replies[CONTRACT] = { body: ordered() }
  await order(section)
  expect(calls.find(({ body }) => 'iban' in body)?.body).toEqual({
    ...ENTERED,
    ...{ account_holder: 'Nele Hartwig', is_other_person: false, holder_agrees: false },
    ...{ agrees_to_contract: true, gives_mandate: true, wants_credit: false, fingerprint: 'abc' },
  })
  expect(sessionStorage.getItem(DRAFT)).toBeNull()
  const heading = one(section, 'h2')
  expect(plain(heading.textContent)).toBe('Ihr Vertrag ist geschlossen')
  expect(document.activeElement).toBe(heading)
  expect(plain(section.textContent)).toContain('VG-7K3M-Q2XH-V1')
  expect(texts(section, 'tbody tr')).toEqual([
    expect.stringMatching(/^15\. Dezember 2026 ?Einrichtung ?79,00 €$/),
    expect.stringMatching(/^nach dem Netzanschluss ?Paketpreis ?1\.299,00 €$/),
  ])
  expect(texts(section, 'h3')).toContain('Widerruf bis 14. Dezember 2026')
  expect(named(section, 'Vertrag widerrufen', 'a').getAttribute('href')).toBe('/widerruf')
  expect(named(section, 'Alle Unterlagen als PDF', 'a').getAttribute('href')).toBe(
    `${CONTRACT}/document`,
  )
})

test('an order with instalments waits for a person; payments whose days are open are one line', async () => {
  const { section } = await opened(
    invited('48m'),
    ordered('48m', { plan: paymentsOf('48m', () => null), can_change_account: false }),
  )
  expect(plain(one(section, 'h2').textContent)).toBe('Ihre Bestellung ist eingegangen')
  expect(plain(section.textContent)).toContain('Bis dahin ist niemand gebunden.')
  expect(texts(section, 'tbody tr')).toEqual([
    expect.stringMatching(/^nach der Widerrufsfrist ?Einrichtung ?79,00 €$/),
    expect.stringMatching(/Netzanschluss ?Raten 1 bis 47 von 48 ?je 32,48 €$/),
    expect.stringMatching(/Netzanschluss ?Rate 48 von 48 ?32,44 €$/),
  ])
  expect(section.querySelector('form')).toBeNull()
})

test('once the park is connected every payment has its day', async () => {
  const day = (number: number) =>
    `20${27 + Math.floor(number / 12)}-${`0${(number % 12) + 1}`.slice(-2)}-28`
  const { section } = await opened(
    invited('48m'),
    ordered('48m', { state: 'concluded', plan: paymentsOf('48m', day) }),
  )
  expect(texts(section, 'details > summary')).toEqual(['Konto ändern', 'Alle 49 Zahlungen ansehen'])
  const rows = texts(section, 'tbody tr')
  expect(rows).toHaveLength(49)
  expect(rows[1]).toMatch(/^28\. Februar 2027 ?Rate 1 von 48 ?32,48 €$/)
  expect(rows.at(-1)).toMatch(/^28\. Januar 2031 ?Rate 48 von 48 ?32,44 €$/)
})

test('with another share there is another order to make, and a refusal of instalments names the way out', async () => {
  const asked = ordered('48m').contract
  const changed = await opened(invited('one-off'), { ...offered('one-off'), contract: asked })
  expect(plain(changed.section.textContent)).toContain(
    'Bitte bestellen Sie mit dem neuen Anteil noch einmal.',
  )
  expect(button(changed.section)).toBeTruthy()
  const declined = ordered('48m', { state: 'declined' })
  const { section } = await opened(invited('48m'), declined)
  expect(plain(one(section, 'h2').textContent)).toBe('Die Raten können wir Ihnen nicht anbieten')
  expect(named(section, 'Ihr Anteil', 'a').getAttribute('href')).toBe('#anteil')
})

test('why there is none to order is said in the words of the server', async () => {
  const why = 'Der Vertrag lässt sich hier noch nicht schließen. Wir schicken Ihnen die Unterlagen.'
  const { section } = await opened(invited(), { contract: null, offer: null, why_not: why })
  expect(plain(section.textContent)).toContain(why)
  expect(section.querySelector('form')).toBeNull()
})

test('a contract that does not load can be loaded again', async () => {
  const { section, replies } = await opened(
    invited(),
    {},
    { [CONTRACT]: { status: 503, body: {} } },
  )
  expect(plain(section.textContent)).toContain('Ihr Vertrag konnte nicht geladen werden.')
  replies[CONTRACT] = { body: offered() }
  await press(named(section, 'Noch einmal laden', 'button'))
  expect(button(section)).toBeTruthy()
})

test('another account asks for a confirmation by mail and changes nothing before', async () => {
  const { section, calls, replies } = await opened(invited(), ordered())
  const form = one(section, 'details form')
  await fill(one(form, '#iban'), IBAN)
  await fill(one(form, '#account_holder'), 'Oma Hartwig')
  expect(form.querySelector('#holder_agrees')).toBeNull()
  await press(one(form, '#is_other_person'))
  for (const name of ['holder_agrees', 'gives_mandate']) await press(one(form, `#${name}`))
  const asked = { last_four: '3000', until: '2026-12-02T08:00:00Z' }
  replies[`${CONTRACT}/account`] = { body: ordered('one-off', { account_asked: asked }) }
  await act(async () => (form as HTMLFormElement).requestSubmit())
  await settle()
  expect(calls.find(({ address }) => address.endsWith('/account'))?.body).toEqual({
    ...{ iban: IBAN, account_holder: 'Oma Hartwig' },
    ...{ is_other_person: true, holder_agrees: true, gives_mandate: true },
  })
  const notice = one(section, '.notice')
  expect(plain(notice.textContent)).toBe(
    'Für das Konto mit der Endung 3000 haben wir Ihnen einen Link geschickt. Er gilt bis Mittwoch, 2. Dezember 2026, 9:00 Uhr. Bis Sie ihn bestätigen, bleibt alles beim bisherigen Konto.',
  )
  expect(document.activeElement).toBe(notice)
})

test('what is wrong with another account stands at its field, and a contract that is over offers none', async () => {
  const { section, replies } = await opened(invited(), ordered())
  const errors = [
    { field: 'gives_mandate', code: 'missing', message: 'Ohne Mandat geht es nicht.' },
  ]
  replies[`${CONTRACT}/account`] = { status: 422, body: { code: 'validation', errors } }
  await act(async () => (one(section, 'details form') as HTMLFormElement).requestSubmit())
  await settle()
  expect(texts(section, '.field__error')).toEqual(['Ohne Mandat geht es nicht.'])
  const over = await opened(invited(), ordered('one-off', { can_change_account: false }))
  expect(over.section.querySelector('form')).toBeNull()
})

test('what is left of the instalments is paid at once in two steps, and taken back in two', async () => {
  const early = { cents: 125400, saved_cents: 6562, due: '2027-08-03', instalments: 23 }
  const running = (is_agreed: boolean) =>
    ordered('24m', { state: 'concluded', early_payment: { ...early, is_agreed } })
  const { section, calls, replies } = await opened(invited('24m'), running(false))
  const part = () => one(section, '[aria-labelledby=vorzeitig]')
  expect(plain(part().textContent)).toContain(
    '1.254,00 €Fällig am 3. August 2027. Damit sind die letzten 23 Raten erledigt, und Sie sparen 65,62 €',
  )
  await press(named(part(), 'Auf einmal zahlen', 'button'))
  expect(calls.filter(({ address }) => address.includes('early'))).toEqual([])
  await press(named(part(), 'Nein', 'button'))
  await press(named(part(), 'Auf einmal zahlen', 'button'))
  replies[`${CONTRACT}/early-payment`] = { body: running(true) }
  await press(named(part(), 'Ja, auf einmal zahlen', 'button'))
  await settle()
  expect(calls.at(-1)).toMatchObject({ body: { cents: 125400 } })
  expect(plain(document.activeElement?.textContent)).toBe('Sie zahlen den Rest auf einmal')
  replies[`${CONTRACT}/early-payment/undo`] = { body: running(false) }
  await press(named(part(), 'Doch in Raten zahlen', 'button'))
  await press(named(part(), 'Ja, weiter in Raten', 'button'))
  await settle()
  expect(plain(document.activeElement?.textContent)).toBe('Den Rest auf einmal zahlen')
})
