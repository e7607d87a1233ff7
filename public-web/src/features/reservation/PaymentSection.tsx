import { RichText } from '@/components/RichText'
import { formText } from '@/content/de/reservation'
import {
  formatCent,
  formatEuro,
  formatRate,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { coveredYears, reservationPayment } from '@/lib/offer/instalments'
import { type PaymentPlan, packageOf, paymentPlans, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/values'
import { typeset } from '@/lib/typeset'
import { Section } from './Section'
import { StepButtons } from './StepButtons'
import type { Reservation } from './useReservation'

/** Section 3: once or in instalments, each with its whole price. */
export function PaymentSection({ form, steps, instalmentsOffered }: Reservation) {
  const { values, set } = form
  const { title, lead, legend, columns, caveat, next } = formText.payment
  const offered = paymentPlans.filter(({ months }) => months === 0 || instalmentsOffered)
  const { price } = packageOf(values.annual_kwh)
  return (
    <Section step={3} title={title} lead={lead}>
      <fieldset className="plans">
        <legend className="visually-hidden">{legend}</legend>
        <div className="plans__head" aria-hidden="true">
          <span />
          {Object.values(columns).map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
        {offered.map((plan) => (
          <Plan
            key={plan.id}
            plan={plan}
            price={price}
            checked={values.payment_plan === plan.id}
            onChoose={() => set('payment_plan', plan.id)}
          />
        ))}
      </fieldset>
      <p className="plans__effect" role="status">
        <Effect values={values} />
      </p>
      {instalmentsOffered && <p className="small quiet">{caveat(formatShortEuro(price))}</p>}
      <StepButtons step={3} next={next} steps={steps} />
    </Section>
  )
}

/** What instalments do to the years until the price is covered; nothing is said of a single payment. */
function Effect({ values }: { values: ReservationValues }) {
  const plan = planOf(values.payment_plan)
  if (plan.months === 0) return null
  const { once, paid } = coveredYears(packageOf(values.annual_kwh), plan, values.rate)
  const { effect } = formText.payment
  const text = effect(plan.name, formatCent(values.rate), formatTenths(paid), formatTenths(once))
  return <RichText text={text} />
}

interface PlanProps {
  plan: PaymentPlan
  price: number
  checked: boolean
  onChoose: () => void
}

/** One plan as a radio. The effective rate is bold, the nominal one small, never the reverse. */
function Plan({ plan, price, checked, onChoose }: PlanProps) {
  const { once, columns, none, last } = formText.payment
  const payment = reservationPayment(price, plan)
  const instalments = payment.months > 0
  return (
    <label className="plans__row">
      <input
        type="radio"
        name="payment_plan"
        value={plan.id}
        checked={checked}
        onChange={onChoose}
      />
      <span className="plans__name">
        <strong>{instalments ? typeset(plan.name) : once}</strong>
        {instalments && (
          <small>{typeset(last(formatEuro(payment.last), plan.nominalPercent))}</small>
        )}
      </span>
      <Cell label={columns.instalment}>{instalments ? formatEuro(payment.instalment) : none}</Cell>
      <Cell label={columns.total} strong>
        {formatEuro(payment.total)}
      </Cell>
      <Cell label={columns.surcharge}>{formatEuro(payment.surcharge)}</Cell>
      <Cell label={columns.rate} strong>
        {instalments ? formatRate(payment.effectiveRate) : none}
      </Cell>
    </label>
  )
}

function Cell({ label, strong, children }: { label: string; strong?: boolean; children: string }) {
  return (
    <span>
      <span className="plans__label">{label} </span>
      {strong ? <strong>{children}</strong> : children}
    </span>
  )
}
