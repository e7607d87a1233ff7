import { RichText } from '@/components/RichText'
import { YearChain } from '@/components/YearChain'
import { formText } from '@/content/de/reservation'
import {
  formatCent,
  formatEuro,
  formatRate,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { type CoveredYears, coveredYears } from '@/lib/offer/instalments'
import {
  creditRate,
  type PaymentPlan,
  type SolarPackage,
  type TenthCent,
  termYears,
} from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

interface Props {
  plan: PaymentPlan
  share: SolarPackage
  /** What the household reckons with; the minimum stands in any case. */
  rate: TenthCent
  checked: boolean
  onChoose: () => void
}

/** One plan as a radio: what is paid at a time, large, and then all that it costs. */
export function PlanLine({ plan, share, rate, checked, onChoose }: Props) {
  const { once, perMonth, onceTotal } = formText.payment
  const atMinimum = coveredYears(share, plan, creditRate.minimum)
  const { payment } = atMinimum
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
        <span className="plan__name">{isSplit ? typeset(plan.name) : once}</span>
        <span className="figure">
          {isSplit ? formatEuro(payment.instalment) : formatShortEuro(payment.total)}
        </span>
        {isSplit && <span> {typeset(perMonth(payment.months))}</span>}
      </span>
      <span className="plan__whole">
        {isSplit ? (
          <Price plan={plan} payment={payment} />
        ) : (
          <span className="quiet">{typeset(onceTotal(payment.total))}</span>
        )}
        <Covered
          isSplit={isSplit}
          atMinimum={atMinimum}
          assumed={coveredYears(share, plan, rate)}
          rate={rate}
        />
      </span>
      {isSplit && (
        <span className="plan__chain">
          <YearChain years={termYears} covered={atMinimum.paid / 10} once={atMinimum.once / 10} />
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
        {typeset(total(payment.total, formatEuro(payment.last), plan.nominalPercent))}
      </span>
    </>
  )
}

interface CoveredProps {
  isSplit: boolean
  atMinimum: CoveredYears
  assumed: CoveredYears
  rate: TenthCent
}

/** After how many years the price has come back; with instalments always beside a single payment. */
function Covered({ isSplit, atMinimum, assumed, rate }: CoveredProps) {
  const { covered, coveredInstead, assumption, assumptionInstead } = formText.payment
  const years = (of: CoveredYears) => [formatTenths(of.paid), formatTenths(of.once)] as const
  const [paid, once] = years(atMinimum)
  const [assumedPaid, assumedOnce] = years(assumed)
  const cent = formatCent(rate)
  return (
    <span>
      <RichText text={isSplit ? coveredInstead(paid, once) : covered(once)} />
      {rate > creditRate.minimum && (
        <span className="quiet">
          {' '}
          {typeset(
            isSplit
              ? assumptionInstead(cent, assumedPaid, assumedOnce)
              : assumption(cent, assumedOnce),
          )}
        </span>
      )}
    </span>
  )
}
