import {
  formatCent,
  formatKwh,
  formatRate,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { type MoneyFigures, tenthsFor } from '@/lib/offer/figures'
import { type Cents, divideHalfUp } from '@/lib/offer/money'
import { fees, type TenthCent, termYears } from '@/lib/offer/offer'
import { figureText } from './figures'
import { basisText, minimumOf } from './money'

/** One line: when or what, how much, and what it is made of. */
export type MoneyRow = readonly [label: string, amount: string, note: string]

const euro = formatShortEuro
const yearsFor = (amount: Cents, of: MoneyFigures) => formatTenths(tenthsFor(amount, of))
const paidOf = (of: MoneyFigures) => of.plan_total_cents + of.setup_fee_cents

/** The same rows in the same order wherever the money of a share is shown. */
export function moneyRows(of: MoneyFigures): readonly MoneyRow[] {
  const setup = of.setup_fee_cents
  const annual = of.least_annual_cents
  const once = of.plan_months
    ? `; einmal bezahlt nach ${yearsFor(of.price_cents + setup, of)} Jahren`
    : ''
  return [
    ['Heute', euro(0), 'ohne Zahlungskarte'],
    ['Mit dem Vertrag', euro(setup), 'Einrichtung, einmal'],
    ['Wenn der Park am Netz ist', ...payment(of)],
    ['Zusammen', euro(paidOf(of)), `Jahresgebühr ${euro(fees.yearlyPlatform)}`],
    ['Erwartet im Jahr', euro(annual), basisText(annual, of.annual_kwh)],
    [
      'Gedeckt nach',
      `${yearsFor(paidOf(of), of)} Jahren`,
      `alles, was Sie zahlen, bei ${minimumOf(annual, of.annual_kwh)}${once}`,
    ],
  ]
}

/** A plan with its number, surcharge, effective rate, total and last instalment; the nominal rate comes last. */
const payment = (of: MoneyFigures): [amount: string, note: string] =>
  of.plan_months
    ? [
        `${euro(of.instalment_cents)} im Monat`,
        `${of.plan_months}\u00a0Raten, ${euro(of.plan_total_cents - of.price_cents)} mehr als einmal bezahlt, effektiver Jahreszins ${formatRate(of.effective_interest_bp)}, Summe der Raten ${euro(of.plan_total_cents)}, letzte Rate ${euro(of.last_instalment_cents)}, nominal ${formatRate(of.nominal_interest_bp)}`,
      ]
    : [euro(of.price_cents), `Paket ${of.package}, einmal bezahlt`]

/** The sums behind the block, with the specification's formula. */
export function moneyDetails(of: MoneyFigures): string {
  const annual = euro(of.least_annual_cents)
  const extra = fees.breakEvenExtra
  return `${formatKwh(of.annual_kwh)} × ${minimumOf(of.least_annual_cents, of.annual_kwh)} = ${annual} im Jahr, in ${termYears} Jahren ${euro(of.least_annual_cents * termYears)}. Gedeckt: (${of.plan_months ? 'Summe der Raten' : 'Paketpreis'} ${euro(of.plan_total_cents)} + ${euro(of.setup_fee_cents)} Einrichtung) ÷ ${annual} = ${yearsFor(paidOf(of), of)}\u00a0Jahre. Als Formel, mit ${euro(extra)} statt der Einrichtung: (${euro(of.price_cents)} + ${euro(extra)}) ÷ ${annual} = ${yearsFor(of.price_cents + extra, of)}\u00a0Jahre; die ${euro(extra)} zahlen Sie nicht. ${figureText.caveat}: Der Ertrag schwankt mit Wetter und Jahr.`
}

/** What the household's own assumption would bring; empty where that is the minimum. */
export function assumedText(of: MoneyFigures, rate: TenthCent): string {
  const perYear = of.annual_kwh * rate
  if (perYear <= of.least_annual_cents * 10) return ''
  const tenths = divideHalfUp(paidOf(of) * 100, perYear)
  return `Ihre Annahme: ${formatKwh(of.annual_kwh)} × ${formatCent(rate)} = ${euro(divideHalfUp(perYear, 10))} im Jahr, in ${termYears} Jahren ${euro(divideHalfUp(perYear * termYears, 10))}; gedeckt nach ${formatTenths(tenths)} Jahren.`
}
