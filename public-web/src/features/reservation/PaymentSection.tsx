import { formText } from '@/content/de/reservation'
import { formatShortEuro } from '@/lib/germanNumbers'
import { packageOf, paymentPlans } from '@/lib/offer/offer'
import { PlanLine } from './PlanLine'
import { Section } from './Section'
import { StepButtons } from './StepButtons'
import type { Reservation } from './useReservation'

/** Section 3: once or in instalments, each with its whole price. */
export function PaymentSection({ form, steps, instalmentsOffered }: Reservation) {
  const { values, set } = form
  const { title, lead, legend, caveat, next } = formText.payment
  const offered = paymentPlans.filter(({ months }) => months === 0 || instalmentsOffered)
  const share = packageOf(values.annual_kwh)
  return (
    <Section step={3} title={title} lead={lead}>
      <fieldset className="plans">
        <legend className="visually-hidden">{legend}</legend>
        {offered.map((plan) => (
          <PlanLine
            key={plan.id}
            plan={plan}
            share={share}
            checked={values.payment_plan === plan.id}
            onChoose={() => set('payment_plan', plan.id)}
          />
        ))}
      </fieldset>
      {instalmentsOffered && <p className="small quiet">{caveat(formatShortEuro(share.price))}</p>}
      <StepButtons step={3} next={next} steps={steps} />
    </Section>
  )
}
