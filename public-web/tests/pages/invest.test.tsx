import { describe, expect, test, vi } from 'vitest'
import { comma, golden, short } from './golden'
import { all, fill, named, one, open, plain, press, texts } from './opened'

const PATH = '/dashboard/invest'

type Choice = [project: string, amount: string, payment: string]

async function chosen(...[project, amount, payment]: Choice) {
  const { main } = await open(PATH)
  if (project) await press(one(main, `input[name=project][value=${project}]`))
  await fill(one(main, 'input[type=number]'), amount)
  if (payment) await press(one(main, `input[name=payment][value=${payment}]`))
  return main
}

const secure = (main: Element) => named(main, 'Anteil sichern', 'button') as HTMLButtonElement

test.each<[Choice, string | null]>([
  [['ingolstadt', '500', 'sepa'], null],
  [['munich', '1000', 'bank'], null],
  [['ingolstadt', '499.99', 'sepa'], 'ein Betrag ab 500 €'],
  [['munich', '999', 'sepa'], 'ein Betrag ab 1.000 €'],
  [['', '500', 'sepa'], 'ein Projekt'],
  [['ingolstadt', '', 'sepa'], 'ein Betrag'],
  [['ingolstadt', '500', ''], 'eine Zahlungsart'],
  [['', '', ''], 'ein Projekt, ein Betrag, eine Zahlungsart'],
])('%o lacks %s', async (choice, missing) => {
  const main = await chosen(...choice)
  expect(secure(main).disabled).toBe(missing !== null)
  expect(plain(one(main, '#was-fehlt').textContent)).toBe(
    missing
      ? `Es fehlt noch: ${missing}.`
      : 'Öffnet das Kontaktformular mit Ihrer Auswahl. Sie kaufen damit nichts.',
  )
})

test.each<[string, string, boolean]>([
  ['ingolstadt', '', false],
  ['', '500', false],
  ['munich', '0', false],
  ['munich', '1', true],
])('savings appear with project %s and amount %s: %s', async (project, amount, isShown) => {
  const main = await chosen(project, amount, '')
  expect(all(main, '.savings__sheet').length).toBe(isShown ? 1 : 0)
})

describe('the savings', () => {
  test('are those of the golden table, with their sum', async () => {
    const main = await chosen('ingolstadt', '', '')
    for (const row of golden.invest) {
      await fill(one(main, 'input[type=number]'), String(row.amount))
      const savings = one(main, '.savings__sheet')
      expect(plain(one(savings, '.savings__main').textContent)).toBe(`${short(row.yearly)} im Jahr`)
      expect(texts(savings, 'dd')).toEqual([
        short(row.monthly),
        `${comma(row.share_percent)} %`,
        `${comma(row.break_even_years)} Jahren`,
      ])
      const words = plain(savings.textContent)
      for (const said of ['0,1 bis 2 %', 'bei 3.500 kWh', 'Ohne Anteil 1.050 €', 'keine Zusage']) {
        expect(words).toContain(said)
      }
      expect(words).toContain(`Mit Anteil ${short(row.yearly_cost_with_share)}`)
    }
  })

  test.each<[string, string, boolean]>([
    ['500', '32,50 €', true],
    ['999.99', '65 €', false],
    ['20000', '1.300 €', false],
    ['20100', '1.306,50 €', true],
  ])(
    'of %s euros are %s a year; outside of what is possible: %s',
    async (amount, yearly, isOutside) => {
      const main = await chosen('ingolstadt', amount, '')
      const words = plain(one(main, '.savings__sheet').textContent)
      expect(words).toContain(`${yearly} im Jahr`)
      expect(words.includes('liegt außerhalb')).toBe(isOutside)
      const isMoreThanCost = Number(amount) > 19_999
      expect(words.includes('höher als diese Stromkosten')).toBe(isMoreThanCost)
      if (isMoreThanCost) expect(words).toContain('Mit Anteil 0 €')
    },
  )

  test('show how they are computed', async () => {
    const main = await chosen('ingolstadt', '1000', '')
    expect(plain(one(main, '.savings__sheet details').textContent)).toContain(
      '1.000 € × 6,5 % = 65 €',
    )
  })
})

test('the field says its minimum, and how it reads an amount', async () => {
  const main = await chosen('', '', '')
  const field = one<HTMLInputElement>(main, 'input[type=number]')
  for (const [project, minimum] of [
    ['ingolstadt', '500'],
    ['munich', '1000'],
    ['ingolstadt', '500'],
  ]) {
    await press(one(main, `input[name=project][value=${project}]`))
    expect([field.min, field.placeholder]).toEqual([minimum, `Mindestens €${minimum}`])
  }
  const read = () => plain(one(main, '.invest__read').textContent)
  await fill(field, '1000')
  expect(read()).toBe('Wir rechnen mit 1.000 €.')
  await fill(field, '400')
  expect(read()).toBe('Wir rechnen mit 400 €. Für eine Anfrage sind es mindestens 500 €.')
  await fill(field, '')
  expect(read()).toBe('')
})

test('each project shows its facts, and the talk is booked on the operator’s page', async () => {
  const { main } = await open(PATH, { settings: { bookingUrl: 'https://termin.example' } })
  const cards = texts(main, '.invest__site')
  for (const facts of [
    ['Ingolstadt', 'Bauphase', '1,45 MW', '414', 'Live Q2 2025', 'Mindestens 500 €'],
    ['München-Ost', 'Planung', '2,1 MW', '598', 'Live Q4 2025', 'Mindestens 1.000 €'],
  ]) {
    const card = cards.find((text) => text.includes(String(facts[0])))
    for (const fact of facts) expect(card).toContain(fact)
  }
  const talk = named(main, 'Beratungstermin vereinbaren')
  expect([
    talk.getAttribute('href'),
    talk.getAttribute('target'),
    talk.getAttribute('rel'),
  ]).toEqual(['https://termin.example', '_blank', 'noopener noreferrer'])
})

test('securing leads to the contact form with the choice, and the way back finds it again', async () => {
  const main = await chosen('munich', '1250.5', 'bank')
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await press(secure(main))
  expect(left.mock.calls).toEqual([
    ['/kontakt?anliegen=anteil&projekt=munich&betrag=1250.5&zahlung=bank'],
  ])
  expect(window.history.state.usr).toEqual({ project: 'munich', amount: '1250.5', payment: 'bank' })
  expect(sessionStorage.length + localStorage.length).toBe(0)
})
