import { RichText } from '@/components/RichText'
import { YearChain } from '@/components/YearChain'
import { togetherText } from '@/content/de/money'
import { formText } from '@/content/de/reservation'
import { formatEuro, formatRate, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { type CoveredYears, coveredYears } from '@/lib/offer/instalments'
import { creditRate, type PaymentPlan, type SolarPackage, termYears } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

interface Props {
  plan: PaymentPlan
  share: SolarPackage
  checked: boolean
  onChoose: () => void
}

/** One plan as a radio: what is paid at a time, large, and then all that it costs. */
export function PlanLine({ plan, share, checked, onChoose }: Props) {
  const { once: atOnce, perMonth, covered, coveredInstead } = formText.payment
  const { once, paid, payment } = coveredYears(share, plan, creditRate.minimum)
  const isSplit = payment.months > 0
  return (
    <label className="plan">
      <input
        type="radio"
        name="payment_plan"
        value={plan.id}
        checked={checked}
        onChange={onChoose}
      />
      <span className="plan__pay">
        <span className="plan__name">{isSplit ? typeset(plan.name) : atOnce}</span>
        <span className="figure">
          {isSplit ? formatEuro(payment.instalment) : formatShortEuro(payment.total)}
        </span>
        {isSplit && <span> {typeset(perMonth(payment.months))}</span>}
      </span>
      <span className="plan__whole">
        {isSplit ? (
          <Price plan={plan} payment={payment} />
        ) : (
          <span className="quiet">{typeset(togetherText(payment.total))}</span>
        )}
        <span>
          <RichText
            text={
              isSplit
                ? coveredInstead(formatTenths(paid), formatTenths(once))
                : covered(formatTenths(once))
            }
          />
        </span>
      </span>
      {isSplit && (
        <span className="plan__chain">
          <YearChain years={termYears} covered={paid / 10} once={once / 10} />
        </span>
      )}
    </label>
  )
}

/** The effective rate is in every case as large as the nominal one, which ends the line. */
function Price({ plan, payment }: { plan: PaymentPlan; payment: CoveredYears['payment'] }) {
  const { more, effective, total } = formText.payment
  return (
    <>
      <span>
        <strong>{more(formatShortEuro(payment.surcharge))}</strong>,{' '}
        {typeset(effective(formatRate(payment.effectiveRate)))}
      </span>
      <span className="quiet">
        {typeset(
          total(
            formatShortEuro(payment.total),
            togetherText(payment.total),
            formatEuro(payment.last),
            plan.nominalPercent,
          ),
        )}
      </span>
    </>
  )
}
