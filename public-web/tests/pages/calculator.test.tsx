import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { comma, creditsOf, euro, paymentOf, short } from './golden'
import { all, fill, named, one, open, plain, press, texts } from './opened'

const PATH = '/solar-gutschriftsrechner'
const PLANS = { 'one-off': 'einmal', '24m': '24m', '48m': '48m' }
const SCENARIOS = { 50: 'konservativ', 60: 'realistisch', 80: 'optimistisch' }
const RATES = [50, 60, 80]

const radio = (main: Element, name: string, value: string | number) =>
  one<HTMLInputElement>(main, `input[name=${name}][value='${value}']`)

/** The cells of a table by the header of their row. */
const rowsOf = (table: Element) =>
  Object.fromEntries(
    all(table, 'tbody tr').map((row) => [plain(one(row, 'th').textContent), texts(row, 'td')]),
  )

const tableOf = (main: Element, caption: string) => {
  const found = all(main, 'table').find((table) => plain(table.textContent).includes(caption))
  if (!found) throw new Error(caption)
  return found
}

/** `noch 1.229 €` → 122900. */
const cents = (text = '') => {
  const [number = '', places = ''] = (/[\d.]+(?:,\d\d)?/.exec(text)?.[0] ?? '').split(',')
  return Number(number.replaceAll('.', '')) * 100 + Number(places)
}
const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)

describe.each([1000, 2000, 3000])('%d kWh', (kwh) => {
  test.each(Object.entries(PLANS))(
    'every state shows the figures of the golden table, %s',
    async (plan, word) => {
      const { main } = await open(`${PATH}#paket=${kwh}&zahlung=${word}`)
      const credits = RATES.map((rate) => creditsOf(kwh).find((row) => row.tenth_ct === rate))
      const payments = Object.keys(PLANS).map((id) => paymentOf('calculator', kwh, id))
      const [once, ...rates] = payments
      const yearsOf = (payment?: (typeof payments)[number]) =>
        RATES.map((rate) => `${comma(payment?.paid_break_even_years[rate])} Jahren`)
      const isOnce = plan === 'one-off'
      expect(rowsOf(tableOf(main, 'Im Monat, im Schnitt'))).toMatchObject({
        'Im Monat, im Schnitt': credits.map((row) => euro(row?.monthly)),
        'Im Jahr': credits.map((row) => short(row?.annual)),
        'In 20 Jahren': credits.map((row) => short(row?.total)),
        ...(isOnce
          ? { 'Gedeckt nach': yearsOf(once) }
          : {
              [`Mit Ihren ${plan.slice(0, 2)} Raten gedeckt nach`]: yearsOf(
                paymentOf('calculator', kwh, plan),
              ),
              'Einmal bezahlt': yearsOf(once),
            }),
      })
      expect(rowsOf(tableOf(main, 'Betrag je Zahlung'))).toMatchObject({
        Anzahl: payments.map((row) => String(row.months)),
        'Betrag je Zahlung': payments.map((row) => euro(row.instalment)),
        'Letzte Zahlung': ['–', ...rates.map((row) => euro(row.last_instalment))],
        Summe: payments.map((row) => euro(row.total)),
        Aufpreis: payments.map((row) => euro(row.surcharge)),
        'Effektiver Jahreszins': ['–', ...rates.map((row) => `${comma(row.effective_percent)} %`)],
      })
      // Each package and plan at one of the rates, all of them with each: `series.test.ts` has every state.
      const rate = RATES[(kwh / 1000 + Object.keys(PLANS).indexOf(plan)) % 3] as 50 | 60 | 80
      await press(radio(main, 'szenario', SCENARIOS[rate]))
      expect(window.location.hash).toBe(`#paket=${kwh}&zahlung=${word}&szenario=${SCENARIOS[rate]}`)
      expectEffect(main, kwh, plan, rate)
      expectYears(main, kwh, plan, rate)
      expectMonths(main, kwh, rate)
      expect(named(main, 'Jetzt Solar-Anteil sichern').getAttribute('href')).toBe(
        `/reservierung#paket=${kwh}&zahlung=${word}&cent=${rate / 10}`,
      )
    },
  )
})

/** What the surcharge does to the years, and the binding figures of the reservation. */
function expectEffect(main: Element, kwh: number, plan: string, rate: number) {
  const notes = plain(one(main, '.instalments .part__notes').textContent)
  const payment = paymentOf('calculator', kwh, plan)
  const once = comma(paymentOf('calculator', kwh, 'one-off').paid_break_even_years[rate])
  if (plan === 'one-off') {
    expect(notes).toContain(`ist alles, was Sie zahlen, nach ${once} Jahren gedeckt.`)
  } else {
    const really = comma(payment.paid_break_even_years[rate])
    expect(notes).toContain(`${euro(payment.surcharge)} mehr`)
    expect(notes).toContain(
      `erst nach ${really} Jahren gedeckt, einmal bezahlt nach ${once} Jahren.`,
    )
  }
  for (const id of ['24m', '48m']) {
    const { total, effective_percent } = paymentOf('summary', kwh, id)
    expect(notes).toContain(`${euro(total)} (effektiv ${comma(effective_percent)} %)`)
  }
}

function expectYears(main: Element, kwh: number, plan: string, rate: number) {
  const rows = Object.values(rowsOf(tableOf(main, 'Gutschriften in 20 Jahren')))
  const cost = Number(paymentOf('calculator', kwh, plan).total) * 100 + 7900
  expect(rows).toHaveLength(20)
  let total = 0
  for (const [credit, soFar, distance = ''] of rows) {
    total += cents(credit)
    expect([cents(soFar), cents(distance)]).toEqual([total, Math.abs(cost - total)])
    expect(distance).toMatch(total < cost ? /^noch .*€$/ : /^\d.*darüber$/)
  }
  const [own, ...others] = creditsOf(kwh)
    .filter((row) => RATES.includes(Number(row.tenth_ct)))
    .sort((one) => (one.tenth_ct === rate ? -1 : 0))
  expect(total).toBe(Number(own?.total) * 100)
  expect(rows.at(-1)?.slice(3).map(cents)).toEqual(others.map((row) => Number(row.total) * 100))
}

function expectMonths(main: Element, kwh: number, rate: number) {
  const months = rowsOf(tableOf(main, 'Erzeugung und Gutschrift'))
  const annual = Number(creditsOf(kwh).find((row) => row.tenth_ct === rate)?.annual) * 100
  const column = (at: number) => Object.values(months).map((cells) => cents(cells[at]))
  expect([0, 1, 2].map((at) => sum(column(at)))).toEqual([10_000, kwh * 100, annual])
  for (const [share = 0, , credit = 0] of Object.values(months).map((cells) => cells.map(cents))) {
    expect(Math.abs(credit - (annual * share) / 10_000)).toBeLessThan(1)
  }
}

test('it begins with the defaults, and the drawings say in words what they show', async () => {
  const { main } = await open(PATH)
  expect(all(main, 'input[form]:checked').map((input) => input.getAttribute('value'))).toEqual([
    '2000',
    'einmal',
    'realistisch',
  ])
  expect(window.location.hash).toBe('')
  for (const kind of ['wide', 'narrow']) {
    const [cover = '', months = ''] = all(main, `svg.chart--${kind}`).map((svg) =>
      plain(svg.getAttribute('aria-label')),
    )
    for (const figure of ['1.378', '13,8', '11,5', '8,6', '2.400']) expect(cover).toContain(figure)
    expect(months).toContain('im Schnitt 10,00')
  }
})

test('another fragment counts at once, a broken one is the default, and no choice adds to the history', async () => {
  const { main } = await open(`${PATH}#paket=4000&zahlung=48m&szenario=traumhaft`)
  const chosen = () => all(main, 'input[form]:checked').map((input) => input.getAttribute('value'))
  expect(chosen().sort()).toEqual(['2000', '48m', 'realistisch'])
  const entries = window.history.length
  await press(radio(main, 'paket', 1000))
  await press(radio(main, 'szenario', 'konservativ'))
  expect(window.history.length).toBe(entries)
  window.history.replaceState(null, '', '#paket=3000&szenario=optimistisch')
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  expect(chosen().sort()).toEqual(['3000', 'einmal', 'optimistisch'])
})

describe('the link', () => {
  const copying = async (writeText: (text: string) => Promise<void>) => {
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
    const { main } = await open(
      `${PATH}?utm_source=radio#paket=3000&zahlung=24m&szenario=optimistisch`,
    )
    await press(named(main, 'Link kopieren'))
    return { main, status: () => plain(one(main, '.share [role=status]').textContent) }
  }
  const ADDRESS = `${window.location.origin}${PATH}#paket=3000&zahlung=24m&szenario=optimistisch`

  test('is copied without the campaign, and what is said of it ends with the next choice', async () => {
    const writeText = vi.fn(async () => undefined)
    const { main, status } = await copying(writeText)
    expect(writeText).toHaveBeenCalledWith(ADDRESS)
    expect(status()).toContain('Link kopiert')
    await press(radio(main, 'paket', 1000))
    expect(status()).toBe('')
  })

  test('stands selected in a field where the clipboard refuses', async () => {
    const { main, status } = await copying(() => Promise.reject(new Error('refused')))
    expect(status()).toContain('konnte nicht kopiert werden')
    const field = one<HTMLInputElement>(main, '.share input')
    expect(field.value).toBe(ADDRESS)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, ADDRESS.length])
  })
})

test('without instalments there is no choice of payment, whatever the link says', async () => {
  const { main } = await open(`${PATH}#paket=3000&zahlung=48m&szenario=optimistisch`, {
    settings: { instalmentsOffered: false },
  })
  expect(all(main, 'input[name=zahlung]')).toEqual([])
  expect(plain(main.textContent)).not.toMatch(/\d Raten|effektiv/)
  expect(named(main, 'Jetzt Solar-Anteil sichern').getAttribute('href')).toMatch(
    /#paket=3000&zahlung=einmal&cent=8$/,
  )
})

describe('the money elsewhere', () => {
  const said = (main: Element) => texts(main, '.elsewhere__result p')

  test('says what the share is like in the words of an account', async () => {
    const { main } = await open(`${PATH}#paket=2000&zahlung=einmal&szenario=konservativ`)
    expect(said(main)).toEqual([
      'Sie zahlen 1.378 €. Bei 5 Cent sind in 20 Jahren 2.000 € zu erwarten.',
      'Das entspricht einem Konto mit 4,05 % Zinsen im Jahr, von dem jeden Monat die Gutschrift abgeht und das nach 20 Jahren leer ist.',
      'Ein Konto mit 2 % wäre bei denselben Auszahlungen nach 16 Jahren und 1 Monat leer. Der Anteil bringt danach noch 392 €, bis die 20 Jahre um sind.',
    ])
    await press(radio(main, 'szenario', 'realistisch'))
    expect(said(main)[1]).toContain('6,34 % Zinsen im Jahr')
  })

  test('follows interest, ageing and sun, and says where the money is better elsewhere', async () => {
    const { main } = await open(`${PATH}#paket=1000&zahlung=einmal&szenario=realistisch`)
    await fill(one(main, '#zinsen'), '50')
    await fill(one(main, '#alterung'), '10')
    await press(radio(main, 'sonne', 90))
    expect(one(main, '#zinsen').getAttribute('aria-valuetext')).toBe('5 Prozent')
    expect(one(main, '#alterung').getAttribute('aria-valuetext')).toBe('1 Prozent')
    const [, inner, account] = said(main)
    expect(inner).toContain('2,55 % Zinsen im Jahr')
    expect(account).toBe(
      'Auf einem Konto mit 5 % blieben bei denselben Auszahlungen nach 20 Jahren 375 € übrig. Dort läge Ihr Geld besser.',
    )
    await press(radio(main, 'szenario', 'konservativ'))
    await press(radio(main, 'zahlung', '48m'))
    expect(said(main)[1]).toMatch(/^Das sind \d+ € weniger, als Sie zahlen/)
  })
})
