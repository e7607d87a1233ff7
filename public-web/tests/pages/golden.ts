import { repositoryFile } from '../repository'

type Row = Record<string, string | number>

/** The figures of every offer, with those that Python computes. */
export const golden = JSON.parse(repositoryFile('tests/golden/offer_cases.json')) as {
  credits: Row[]
  instalments: (Row & { paid_break_even_years: Record<string, string> })[]
  invest: Record<string, string>[]
}

const amount = (value: unknown) => Number(value).toFixed(2).replace('.', ',')
const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))(?=\d*,)/g, '.')

/** `1377` → `1.377,00 €`. */
export const euro = (value: unknown) => `${grouped(amount(value))} €`
/** Without the cents where there are none. */
export const short = (value: unknown) => euro(value).replace(',00 €', ' €')
export const comma = (value: unknown) => String(value).replace('.', ',')

export const creditsOf = (kwh: number) => golden.credits.filter((row) => row.annual_kwh === kwh)

export function paymentOf(page: 'calculator' | 'summary', kwh: number, plan: string) {
  const found = golden.instalments.find(
    (row) => row.page === page && row.annual_kwh === kwh && row.plan === plan,
  )
  if (!found) throw new Error(`no payment of ${kwh} by ${plan}`)
  return found
}
