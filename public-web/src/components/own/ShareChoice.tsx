import { formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { packages, paymentPlans } from '@/lib/offer/offer'
import { useSettings } from '@/lib/settingsContext'

const text = chooseText

/** The packages in one row. */
export function PackageChoice({
  value,
  onChange,
}: {
  value: number
  onChange: (kwh: number) => void
}) {
  return (
    <fieldset className="choice">
      <legend>{text.package}</legend>
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
  kwh: number
  value: string
  known: string
  onChange: (plan: string) => void
}

/** Each plan with its effective rate; instalments only where they are offered, or the household has them. */
export function PlanChoice({ kwh, value, known, onChange }: PlansProps) {
  const { instalmentsOffered } = useSettings()
  const price = packages.find(({ annualKwh }) => annualKwh === kwh)?.price ?? 0
  const offered = paymentPlans.filter(
    ({ id, months }) => instalmentsOffered || !months || id === known,
  )
  return (
    <fieldset className="choice">
      <legend>{text.plan}</legend>
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
              <b>{plan.months ? text.instalments(plan.months) : text.once}</b>
              {plan.months > 0 && (
                <small>
                  {text.effective(formatRate(reservationPayment(price, plan).effectiveRate))}
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
