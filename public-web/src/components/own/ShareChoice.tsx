import { formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { packages, paymentPlans } from '@/lib/offer/offer'
import { useSettings } from '@/lib/settingsContext'

/** What the two choices are called. */
export interface ChoiceWords {
  package: string
  plan: string
  once: string
  instalments: (months: number) => string
  effective: (rate: string) => string
}

/** The packages in one row. */
export function PackageChoice({
  words,
  value,
  onChange,
}: {
  words: ChoiceWords
  value: number
  onChange: (kwh: number) => void
}) {
  return (
    <fieldset className="choice">
      <legend>{words.package}</legend>
      <div>
        {packages.map((one) => (
          <label key={one.annualKwh}>
            <input
              type="radio"
              name="paket"
              checked={one.annualKwh === value}
              onChange={() => onChange(one.annualKwh)}
            />
            <span>
              <b>{one.name}</b>
              <small>{formatShortEuro(one.price)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PlansProps {
  words: ChoiceWords
  kwh: number
  value: string
  known: string
  onChange: (plan: string) => void
}

/** Each plan with its effective rate; instalments only where they are offered, or the household has them. */
export function PlanChoice({ words, kwh, value, known, onChange }: PlansProps) {
  const { instalmentsOffered } = useSettings()
  const price = packages.find(({ annualKwh }) => annualKwh === kwh)?.price ?? 0
  const offered = paymentPlans.filter(
    ({ id, months }) => instalmentsOffered || !months || id === known,
  )
  return (
    <fieldset className="choice">
      <legend>{words.plan}</legend>
      <div>
        {offered.map((plan) => (
          <label key={plan.id}>
            <input
              type="radio"
              name="zahlung"
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
            />
            <span>
              <b>{plan.months ? words.instalments(plan.months) : words.once}</b>
              {plan.months > 0 && (
                <small>
                  {words.effective(formatRate(reservationPayment(price, plan).effectiveRate))}
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
