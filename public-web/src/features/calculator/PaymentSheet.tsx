import { RichText } from '@/components/RichText'
import { Source } from '@/components/Source'
import { paymentText } from '@/content/de/calculator'
import { figureText } from '@/content/de/figures'
import { formatEuro, formatRate } from '@/lib/germanNumbers'
import { calculatorPayment, paidBreakEvenTenths } from '@/lib/offer/instalments'
import {
  type PaymentPlan,
  paymentPlans,
  type SolarPackage,
  type TenthCent,
} from '@/lib/offer/offer'
import { chosen } from './choice'
import { Sheet, type SheetColumn } from './Sheet'
import type { Choosing } from './useChoice'

/** Every plan with its whole price, and what its surcharge does to the break-even. */
export function PaymentSheet({ choice, reservation }: Choosing) {
  const { share, plan, scenario } = chosen(choice)
  const { rate } = scenario
  const { title, lead, caption, rows, effect, binding, source } = paymentText
  const columns = paymentPlans.map(
    (entry): SheetColumn => ({
      key: entry.id,
      name: paymentText.plan(entry),
      chosen: entry.id === plan.id,
      head: (
        <>
          <span className="sheet__name">{paymentText.plan(entry)}</span>
          {entry.id === plan.id && <small>{paymentText.yours}</small>}
        </>
      ),
      cells: cellsOf(share, entry, rate),
    }),
  )
  return (
    <section className="part instalments">
      <div className="part__head">
        <h2>{title}</h2>
        <p>{lead}</p>
      </div>
      <Sheet
        caption={<span className="visually-hidden">{caption}</span>}
        rows={[...Object.values(rows), paymentText.covered(rate)]}
        columns={columns}
      />
      <div className="part__notes">
        <p>
          <RichText text={effect(share, plan, rate)} />
        </p>
        <p>
          <RichText text={binding(share, reservation)} />
        </p>
      </div>
      <Source label={figureText.whereFrom}>{source(share)}</Source>
    </section>
  )
}

/** The figures of a plan, in the order of the rows. */
function cellsOf({ price, annualKwh }: SolarPackage, plan: PaymentPlan, rate: TenthCent) {
  const payment = calculatorPayment(price, plan)
  const { none, nominal, years } = paymentText
  const inInstalments = payment.months > 0
  return [
    String(Math.max(payment.months, 1)),
    formatEuro(payment.instalment),
    inInstalments ? formatEuro(payment.last) : none,
    <strong key="total">{formatEuro(payment.total)}</strong>,
    formatEuro(payment.surcharge),
    <strong key="effective">{inInstalments ? formatRate(payment.effectiveRate) : none}</strong>,
    <small key="nominal">{inInstalments ? nominal(plan) : none}</small>,
    years(paidBreakEvenTenths(payment, annualKwh, rate)),
  ]
}
