import { formText } from '@/content/de/reservation'
import { formatEuro, formatRate } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { type PaymentPlan, packageOf, paymentPlans } from '@/lib/offer/offer'
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
      {instalmentsOffered && <p className="small quiet">{caveat}</p>}
      <StepButtons step={3} next={next} steps={steps} />
    </Section>
  )
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
