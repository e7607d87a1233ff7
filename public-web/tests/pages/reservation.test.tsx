import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetContact } from '@/lib/reservation/contactMemory'
import { ENERGY, MISSING } from '../reservation/filled'
import { comma, creditsOf, euro, paymentOf, short } from './golden'
import { all, fill, named, one, open, plain, press, type Replies, texts } from './opened'

const PATH = '/reservierung'
const RESERVE = 'reserve-spot'
const CONTACT = {
  first_name: 'Änne',
  last_name: 'Müller-Öztürk',
  email: 'aenne@example.org',
  mobile_phone: '0151 23456789',
}

afterEach(forgetContact)

async function enter(main: Element, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await fill(one(main, `#${name}`), value)
}

/** The form with section 1 filled in and left. */
async function unlocked(address = PATH, options: Parameters<typeof open>[1] = {}) {
  const opened = await open(address, options)
  await enter(opened.main, ENERGY)
  await press(named(opened.main, 'Weiter zum Solarpaket', 'button'))
  return opened
}

const choose = (main: Element, name: string, value: string | number) =>
  press(one(main, `input[name=${name}][value='${value}']`))
const receipt = (main: Element) => plain(one(main, 'aside.receipt').textContent)
const slider = (main: Element) => one<HTMLInputElement>(main, '#expected_credit')
const send = (main: Element) => press(one(main, '.submit button[type=submit]'))
const isReady = (main: Element) =>
  one(main, '.submit button[type=submit]').getAttribute('aria-disabled') === 'false'

describe.each([1000, 2000, 3000])('%d kWh', (kwh) => {
  test('the figures follow the rate, as in the golden table', async () => {
    const { main } = await unlocked()
    await choose(main, 'annual_kwh', kwh)
    const once = paymentOf('summary', kwh, 'one-off').paid_break_even_years
    for (const row of creditsOf(kwh)) {
      await fill(slider(main), String(Number(row.tenth_ct) / 10))
      expect(slider(main).getAttribute('aria-valuetext')).toBe(
        `${comma(Number(row.tenth_ct) / 10)} Cent`,
      )
      expect(texts(main, '.live .figure')).toEqual([
        short(row.annual),
        short(row.total),
        `${comma(once[String(row.tenth_ct)])} Jahren`,
      ])
      const live = plain(one(main, '.live').textContent)
      expect(live).toContain(`im Schnitt ${euro(row.monthly)} im Monat`)
      expect(live).toContain(`bei 5 Cent ${short(row.minimum_total)}`)
      const assumed = `= ${short(row.annual)} im Jahr, in 20 Jahren ${short(row.total)}; gedeckt nach ${comma(once[String(row.tenth_ct)])} Jahren.`
      const isAssumed = Number(row.tenth_ct) > 50
      expect(receipt(main).includes(`Ihre Annahme: `)).toBe(isAssumed)
      if (isAssumed) expect(receipt(main)).toContain(assumed)
    }
  })

  test.each(['one-off', '24m', '48m'])('every plan shows its whole price: %s', async (id) => {
    const { main } = await unlocked()
    await choose(main, 'annual_kwh', kwh)
    await choose(main, 'payment_plan', id)
    const row = paymentOf('summary', kwh, id)
    const plan = plain(one(main, `.plan:has(input[value='${id}'])`).textContent)
    const together = `zusammen ${short(Number(row.total) + 79)} mit 79 € Einrichtung`
    expect(receipt(main)).toContain(short(row.total))
    if (id === 'one-off') {
      expect(plan).toContain(`Einmal${short(row.total)}${together}Gedeckt nach`)
      return
    }
    const count = id.slice(0, 2)
    const effective = `${comma(row.effective_percent)} %`
    const [paid, once] = [row, paymentOf('summary', kwh, 'one-off')].map(
      (one) => one.paid_break_even_years,
    )
    // The amount of one payment is printed large; then the number of payments, the surcharge and the total.
    expect(plan).toContain(
      `${count} Raten${euro(row.instalment)} im Monat, ${count}-mal${short(row.surcharge)} mehr, effektiver Jahreszins ${effective}Summe der Raten ${short(row.total)}, ${together}, letzte Rate ${euro(row.last_instalment)}, nominal`,
    )
    for (const figure of [euro(row.instalment), euro(row.last_instalment), effective]) {
      expect(receipt(main)).toContain(figure)
    }
    // The payback time of instalments uses what they really cost, and is shown beside that of a single payment.
    const years = [comma(paid?.['50']), comma(once?.['50'])]
    expect(texts(main, '.live > div')[2]).toContain(
      `Mit Ihren ${count} Raten gedeckt nach${years[0]} Jahreneinmal bezahlt: ${years[1]} Jahre`,
    )
    expect(plan).toContain(`Gedeckt nach ${years[0]} statt ${years[1]} Jahren, bei 5 Cent.`)
  })
})

test('it begins with the defaults', async () => {
  const { main } = await unlocked()
  expect(all(main, 'input:checked').map((one) => one.getAttribute('value'))).toEqual([
    '2000',
    'one-off',
  ])
  expect(slider(main).getAttribute('aria-valuetext')).toBe('5 Cent')
  expect(texts(main, '.package__name').map((name) => name.split(' ')[0])).toEqual([
    'Basic',
    'Standard',
    'Premium',
  ])
  expect(texts(main, '.package em')).toEqual(['Empfohlen'])
})

test('without instalments only the single payment is offered', async () => {
  const { main } = await unlocked(`${PATH}#zahlung=48m`, {
    settings: { instalmentsOffered: false },
  })
  expect(all(main, 'input[name=payment_plan]').map((one) => one.getAttribute('value'))).toEqual([
    'one-off',
  ])
})

test.each([
  ['paket=3000&zahlung=24m&cent=8', ['3000', '24m'], '8 Cent'],
  ['paket=4000&zahlung=12m&cent=9', ['2000', 'one-off'], '5 Cent'],
  ['%', ['2000', 'one-off'], '5 Cent'],
])(
  'it opens with the choice of its address, as far as there is such a one: %s',
  async (fragment, chosen, rate) => {
    const { main } = await unlocked(`${PATH}#${fragment}`)
    expect(all(main, 'input:checked').map((one) => one.getAttribute('value'))).toEqual(chosen)
    expect(slider(main).getAttribute('aria-valuetext')).toBe(rate)
  },
)

test('what a draft holds comes back, but for the choice that the address brings', async () => {
  sessionStorage.setItem('step1', JSON.stringify(ENERGY))
  sessionStorage.setItem('step3', JSON.stringify({ payment_plan: '48m' }))
  const { main } = await open(`${PATH}#paket=1000&zahlung=24m&cent=6`)
  for (const [name, value] of Object.entries(ENERGY)) {
    expect(one<HTMLInputElement>(main, `#${name}`).value).toBe(value)
  }
  await press(named(main, 'Weiter zum Solarpaket', 'button'))
  expect(all(main, 'input:checked').map((one) => one.getAttribute('value'))).toEqual([
    '1000',
    '24m',
  ])
})

describe('the monthly payment', () => {
  test.each([
    ['abc', '0,00 €', true],
    ['85.50.1', '0,00 €', true],
    ['12,345', '0,00 €', true],
    ['1.200', '1.200,00 €', false],
    ['1.200,50 €', '1.200,50 €', false],
    ['85,50', '85,50 €', false],
  ])('%s is read as %s', async (typed, read, isNoted) => {
    const { main } = await unlocked()
    await enter(main, { monthly_abschlag: typed })
    await act(async () => one(main, '#monthly_abschlag').blur())
    expect(plain(one(main, '.review').textContent)).toContain(`${read} Abschlag im Monat`)
    expect(texts(main, '.field__note').join('').includes('rechnen mit 0 €')).toBe(isNoted)
  })

  test('pays back at once', async () => {
    const { main } = await open(PATH)
    await enter(main, ENERGY)
    const strip = plain(one(main, '.payment-strip').textContent)
    expect(strip).toContain('Ihr Abschlag: 1.026 € im Jahr.')
    expect(strip).toContain(
      'Standard bringt bei 5 Cent je Kilowattstunde erwartet 100 € im Jahr, so viel wie 1,2 von zwölf Abschlägen.',
    )
  })
})

describe('section 1', () => {
  test('is left only when it is complete; what is missing is said at each field', async () => {
    const { main } = await open(PATH)
    await press(named(main, 'Weiter zum Solarpaket', 'button'))
    expect(document.activeElement).toBe(one(main, '.summary'))
    expect(plain(one(main, '.summary').textContent)).toContain(
      `${Object.keys(MISSING).length} Angaben fehlen noch oder stimmen nicht:`,
    )
    for (const [name, message] of Object.entries(MISSING)) {
      expect(plain(one(main, `#${name}-fehler`).textContent)).toBe(message)
      expect(one(main, `#${name}`).getAttribute('aria-invalid')).toBe('true')
      await press(named(main, message))
      expect(document.activeElement?.id).toBe(name)
    }
    expect(all(main, 'input[name=annual_kwh]')).toEqual([])
  })

  test.each(Object.keys(ENERGY))('lacks %s', async (name) => {
    const { main } = await open(PATH)
    const { [name as 'postcode']: value, ...others } = ENERGY
    await enter(main, others)
    await press(named(main, 'Weiter zum Solarpaket', 'button'))
    expect(plain(one(main, '.summary').textContent)).toContain('Eine Angabe fehlt noch')
    expect(all(main, 'input[name=annual_kwh]')).toEqual([])
    await enter(main, { [name]: value })
    expect(all(main, '.field__error')).toEqual([])
    await press(named(main, 'Weiter zum Solarpaket', 'button'))
    expect(all(main, 'input[name=annual_kwh]')).toHaveLength(3)
  })

  test.each([
    ['1234', 'Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049.'],
    ['00123', 'Diese Postleitzahl gibt es nicht.'],
    ['8504a', 'Die Postleitzahl hat fünf Ziffern, zum Beispiel 85049.'],
  ])('a postcode that cannot be one is named: %s', async (postcode, message) => {
    const { main } = await open(PATH)
    await enter(main, { ...ENERGY, postcode })
    await press(named(main, 'Weiter zum Solarpaket', 'button'))
    expect(plain(one(main, '#postcode-fehler').textContent)).toBe(message)
  })
})

/** Everything filled in. */
async function filled(replies: Replies = {}, consent = true) {
  const opened = await unlocked(PATH, { replies })
  await enter(opened.main, CONTACT)
  if (consent) await press(one(opened.main, 'input[type=checkbox]'))
  const reserving = () => opened.calls.filter(({ address }) => address.endsWith(RESERVE))
  return { ...opened, reserving }
}

describe('the button', () => {
  test('stays disabled until everything is filled in, and sends nothing', async () => {
    const { main, reserving } = await filled({}, false)
    await send(main)
    expect(isReady(main)).toBe(false)
    expect(texts(main, '.toast p')).toEqual([
      'Zustimmung erforderlich',
      'Bitte stimmen Sie den Nutzungsbedingungen zu.',
    ])
    const box = one(main, 'input[type=checkbox]')
    expect(document.activeElement).toBe(box)
    expect(box.getAttribute('aria-invalid')).toBe('true')
    await press(box)
    expect(all(main, '.toast')).toEqual([])
    for (const [name, value] of Object.entries(CONTACT)) {
      expect(isReady(main)).toBe(true)
      await enter(main, { [name]: '  ' })
      expect(isReady(main), name).toBe(false)
      await enter(main, { [name]: value })
    }
    expect(reserving()).toEqual([])
  })

  test('has what is missing named beside it, and a mended field leaves the list', async () => {
    const { main, calls } = await unlocked()
    expect(texts(main, '.submit .missing')).toEqual([
      'Es fehlen noch: Vorname, Nachname, E-Mail, Mobilnummer, Zustimmung',
    ])
    await press(named(one(main, '.submit .missing'), 'E-Mail'))
    expect(document.activeElement?.id).toBe('email')
    await send(main)
    expect(document.activeElement).toBe(one(main, '.summary'))
    expect(texts(main, '.summary li')).toHaveLength(5)
    await enter(main, { first_name: 'Änne' })
    expect(texts(main, '.summary li')).toHaveLength(4)
    await enter(main, CONTACT)
    await press(one(main, 'input[type=checkbox]'))
    expect(all(main, '.summary, .missing')).toEqual([])
    expect(calls.filter(({ address }) => address.endsWith(RESERVE))).toEqual([])
  })

  test('names malformed contact data before any call', async () => {
    const { main, reserving } = await filled()
    await enter(main, { email: 'aenne@example', mobile_phone: '0151' })
    await send(main)
    for (const name of ['email', 'mobile_phone']) {
      expect(plain(one(main, `#${name}-fehler`).textContent)).toContain('nicht vollständig')
    }
    expect(reserving()).toEqual([])
  })
})

const FAILED = [
  'Fehler bei der Reservierung',
  'Bitte versuchen Sie es erneut oder kontaktieren Sie uns.',
]
const LIMIT = 'Mehr Plätze gehen nicht'

test.each<[number, object, string, string]>([
  [500, { code: 'internal' }, FAILED[0] ?? '', ''],
  [
    429,
    { code: 'rate_limited' },
    FAILED[0] ?? '',
    'sehr viele Anfragen. Bitte warten Sie eine Minute',
  ],
  [409, { code: 'email_limit' }, LIMIT, 'Mit dieser E-Mail-Adresse sind schon so viele Plätze'],
  [409, { code: 'phone_limit' }, LIMIT, 'Mit dieser Mobilnummer sind schon so viele Plätze'],
  [409, { code: 'too_fast' }, FAILED[0] ?? '', 'Bitte prüfen Sie Ihre Angaben kurz'],
  [409, { code: 'park_paused' }, 'Gerade keine Reservierungen', 'nehmen wir gerade keine'],
])('a refusal %d %o is explained and loses nothing', async (status, body, title, notice) => {
  const { main, reserving } = await filled({
    [RESERVE]: { status, body: { success: false, ...body } },
  })
  await send(main)
  expect(texts(main, '.toast p')[0]).toBe(title)
  expect(texts(main, '.notice').join('')).toContain(notice)
  for (const [name, value] of Object.entries({ ...ENERGY, ...CONTACT })) {
    expect(one<HTMLInputElement>(main, `#${name}`).value).toBe(value)
  }
  expect(one<HTMLInputElement>(main, 'input[type=checkbox]').checked).toBe(true)
  expect(reserving().length).toBeGreaterThan(0)
})

test('a second place is asked about and never taken silently', async () => {
  const { main, replies, reserving } = await filled({
    [RESERVE]: { status: 409, body: { success: false, code: 'already_reserved' } },
  })
  const question = () => main.querySelector('.another')
  await send(main)
  expect(plain(document.activeElement?.textContent)).toBe('Noch einen Platz?')
  expect(all(main, '.toast, .notice, .summary')).toEqual([])
  expect(named(main, 'Bei einem Platz bleiben').getAttribute('href')).toBe('/meine-reservierung')
  // Another person has not been asked about.
  await enter(main, { last_name: 'Schmidt' })
  expect(question()).toBeNull()
  await send(main)
  replies[RESERVE] = { status: 500 }
  await press(named(main, 'Weiteren Platz reservieren'))
  expect(reserving().map(({ body }) => body.another)).toEqual([false, false, true])
  expect(new Set(reserving().map(({ key }) => key)).size).toBe(3)
})

test('a browser without random numbers is told of the failure, and nothing is lost', async () => {
  const { main } = await filled()
  vi.stubGlobal('crypto', {
    getRandomValues: () => {
      throw new Error('no random numbers')
    },
  })
  await send(main)
  expect(texts(main, '.toast p')[0]).toBe(FAILED[0])
  expect(isReady(main)).toBe(true)
  expect(one<HTMLInputElement>(main, '#first_name').value).toBe(CONTACT.first_name)
})

test('the section that has the focus is the current one while it can be seen, whatever scrolls', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  const { main } = await unlocked()
  const later = performance.now() + 2_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  const field = one<HTMLElement>(main, '#first_name')
  const at = (top: number) => new DOMRect(0, top, 300, 40)
  const place = vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(at(700))
  const low = window.innerHeight * 0.6
  vi.spyOn(one(main, '[data-step="4"]'), 'getBoundingClientRect').mockReturnValue(at(low))
  const scroll = () => act(async () => void window.dispatchEvent(new Event('scroll')))
  const current = () => one(main, '[role=progressbar]').getAttribute('aria-valuetext')
  await act(async () => field.focus())
  await scroll()
  expect(current()).toBe('Schritt 4 von 4')
  place.mockReturnValue(at(window.innerHeight + 100))
  await scroll()
  expect(current()).toBe('Schritt 3 von 4')
})
