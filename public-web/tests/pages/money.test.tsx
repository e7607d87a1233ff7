import { expect, test } from 'vitest'
import type { ShareFigures } from '@/api/household'
import { ShareTable } from '@/features/household/ShareTable'
import { Sheet } from '@/features/household/Sheet'
import { figuresOf } from '@/lib/offer/figures'
import { type PaymentPlanId, packageOf, planOf } from '@/lib/offer/offer'
import { repositoryFile } from '../repository'
import { ENERGY } from '../reservation/filled'
import { all, draw, fill, named, one, open, plain, press, texts } from './opened'

/** The block of money of each package and plan, which the server is held to as well. */
const golden = JSON.parse(repositoryFile('tests/golden/money_words.json')) as {
  annual_kwh: number
  plan: PaymentPlanId
  rows: string[][]
  details: string
}[]

/** The rows that a place shows: label, amount and note, in their order. */
const shown = (within: ParentNode) =>
  all(within, 'dl.money-rows > div').map((row) => {
    const note = plain(one(row, 'dt small').textContent)
    const label = plain(one(row, 'dt').textContent).slice(0, -note.length).trim()
    return [label, plain(one(row, 'dd').textContent), note]
  })

const rowsOf = (kwh: number, plan: PaymentPlanId) => {
  const found = golden.find((one) => one.annual_kwh === kwh && one.plan === plan)
  if (!found) throw new Error(`no block of ${kwh} by ${plan}`)
  return { rows: found.rows.map((row) => row.map(plain)), details: plain(found.details) }
}

const sharesOf = (kwh: number, plan: PaymentPlanId) =>
  ({ ...figuresOf(packageOf(kwh), planOf(plan)), credit_tenth_ct: 50 }) as ShareFigures

test('the start page tells it of each package, paid at once', async () => {
  const { main } = await open('/')
  for (const kwh of [1000, 2000, 3000]) {
    const ticket = one(main, `.ticket[data-ticket='${kwh}']`)
    const { rows, details } = rowsOf(kwh, 'one-off')
    expect(shown(ticket)).toEqual(rows)
    expect(plain(one(main, `[data-of='${kwh}'] > details`).textContent)).toContain(details)
  }
  expect(all(main, '.ticket')).toHaveLength(3)
})

test.each(golden)('the form tells it of $annual_kwh kWh by $plan', async ({ annual_kwh, plan }) => {
  const { main } = await open('/reservierung')
  for (const [name, value] of Object.entries(ENERGY)) await fill(one(main, `#${name}`), value)
  await press(named(main, 'Weiter zum Solarpaket', 'button'))
  await press(one(main, `input[name=annual_kwh][value='${annual_kwh}']`))
  await press(one(main, `input[name=payment_plan][value='${plan}']`))
  const { rows, details } = rowsOf(annual_kwh, plan)
  const places = [one(main, 'aside.receipt'), one(main, '[data-step="4"] .review__money')]
  for (const place of places) {
    expect(shown(place)).toEqual(rows)
    expect(plain(one(place, 'details').textContent)).toContain(details)
  }
  // Nothing has to be opened for it: on a phone the last step shows what the receipt shows elsewhere.
  expect(one(main, '[data-step="4"] .review__money').closest('details, [hidden]')).toBeNull()
  expect(all(main, '.money-rows')).toHaveLength(places.length)
})

test.each(golden)(
  'the own page tells it of $annual_kwh kWh by $plan',
  async ({ annual_kwh, plan }) => {
    const sheet = await draw(<Sheet figures={sharesOf(annual_kwh, plan)} />)
    const { rows, details } = rowsOf(annual_kwh, plan)
    expect(shown(sheet)).toEqual(rows)
    expect(plain(one(sheet, 'details').textContent)).toContain(details)
  },
)

test('a change sets two blocks side by side', async () => {
  const [before, after] = [sharesOf(2000, 'one-off'), sharesOf(3000, '48m')]
  const table = await draw(<ShareTable compared={{ before, after, fits: true, kwh_left: null }} />)
  const [then, now] = [rowsOf(2000, 'one-off').rows, rowsOf(3000, '48m').rows]
  expect(texts(table, 'tbody th')).toEqual(now.map(([label]) => label))
  all(table, 'tbody tr').forEach((row, index) => {
    const isNoted = then[index]?.[2] !== now[index]?.[2]
    const told = [then, now].map((rows) => {
      const [, amount = '', note = ''] = rows[index] ?? []
      return isNoted ? amount + note : amount
    })
    expect(texts(row, 'td')).toEqual(told)
  })
})
