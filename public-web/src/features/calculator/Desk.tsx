import type { ReactNode } from 'react'
import { calculatorText } from '@/content/de/calculator'
import { planWord } from '@/lib/offer/addressWords'
import { calculatorPayment } from '@/lib/offer/instalments'
import { type PaymentPlan, packageOf, packages, paymentPlans } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { ChoiceRadio } from './ChoiceRadio'
import type { Choosing } from './useChoice'

/** What is calculated: package and payment. */
export function Desk({ choice, choose, instalmentsOffered }: Choosing) {
  const { title, lead, noScript, packageLegend, packageDetail, planLegend } = calculatorText
  const { price } = packageOf(choice.annualKwh)
  return (
    <section className="desk">
      <div className="wrap">
        <div className="desk__head">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
        </div>
        <noscript>
          <p className="notice">{noScript}</p>
        </noscript>
        <div className="desk__choices">
          <Choices legend={packageLegend}>
            {packages.map((share) => (
              <ChoiceRadio
                key={share.annualKwh}
                name="paket"
                word={String(share.annualKwh)}
                checked={choice.annualKwh === share.annualKwh}
                onChoose={() => choose({ annualKwh: share.annualKwh })}
              >
                <strong>{share.calculatorName}</strong> <small>{packageDetail(share)}</small>
              </ChoiceRadio>
            ))}
          </Choices>
          {instalmentsOffered && (
            <Choices legend={planLegend} plans>
              {paymentPlans.map((plan) => (
                <ChoiceRadio
                  key={plan.id}
                  name="zahlung"
                  word={planWord(plan.id)}
                  checked={choice.plan === plan.id}
                  onChoose={() => choose({ plan: plan.id })}
                >
                  <strong>{typeset(nameOf(plan))}</strong> <small>{detailOf(plan, price)}</small>
                </ChoiceRadio>
              ))}
            </Choices>
          )}
        </div>
      </div>
    </section>
  )
}

const nameOf = (plan: PaymentPlan) => (plan.months === 0 ? calculatorText.once : plan.name)

function detailOf(plan: PaymentPlan, price: number): string {
  const { total, effectiveRate } = calculatorPayment(price, plan)
  if (plan.months === 0) return calculatorText.onceDetail(total)
  return calculatorText.planDetail(total, effectiveRate)
}

interface ChoicesProps {
  legend: string
  /** Whether these are the plans, which the operator may not offer. */
  plans?: boolean
  children: ReactNode
}

function Choices({ legend, plans = false, children }: ChoicesProps) {
  return (
    <fieldset className={plans ? 'options instalments' : 'options'}>
      <legend>{legend}</legend>
      <div>{children}</div>
    </fieldset>
  )
}
