import { basisText } from '@/content/de/money'
import { formText } from '@/content/de/reservation'
import { formatCent, formatEuro, formatKwh, formatRate, formatTenths } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { coveredYears, paidFor } from '@/lib/offer/instalments'
import { creditRate, fees, packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/fields'
import { typeset } from '@/lib/typeset'
import { ReceiptLand } from './ReceiptLand'

const text = formText.receipt

/** What the household will pay and get, as it stands in the form now. */
export function Receipt({ values }: { values: ReservationValues }) {
  const chosen = packageOf(values.annual_kwh)
  const plan = planOf(values.payment_plan)
  const planName = plan.months === 0 ? text.once : plan.name
  return (
    <>
      <ReceiptLand />
      <div className="receipt__body">
        <h2>{text.title}</h2>
        <p className="small quiet">
          {typeset(text.subject(chosen.name, formatKwh(chosen.annualKwh), planName))}
        </p>
        <Money values={values} />
        <p className="tiny quiet">{typeset(text.caveat)}</p>
      </div>
    </>
  )
}

/** Every sum of the choice: what is paid when, and what is expected back. */
export function Money({ values }: { values: ReservationValues }) {
  return (
    <>
      <Payments values={values} />
      <Credits values={values} />
    </>
  )
}

function Payments({ values }: { values: ReservationValues }) {
  const plan = planOf(values.payment_plan)
  const { once, paid, payment } = coveredYears(
    packageOf(values.annual_kwh),
    plan,
    creditRate.minimum,
  )
  const rate = formatCent(creditRate.minimum)
  const details =
    payment.months === 0
      ? []
      : [
          text.instalments(payment.months, formatEuro(payment.instalment)),
          text.lastInstalment(formatEuro(payment.last)),
          text.effective(formatRate(payment.effectiveRate)),
        ]
  return (
    <>
      <h3>{text.pay}</h3>
      <dl>
        <Row label={text.today} amount={0} />
        <Row label={text.contract} detail={text.contractDetail} amount={fees.setup} />
        <Row label={text.grid} detail={details.join(', ')} amount={payment.total} />
        <Row label={text.yearly} amount={fees.yearlyPlatform} />
        <Row label={text.sum} amount={paidFor(payment)} kind="receipt__sum" />
        <Row
          label={text.covered}
          detail={
            payment.months > 0
              ? text.coveredDetail(rate, formatTenths(once))
              : text.coveredOnce(rate)
          }
          value={text.years(formatTenths(paid))}
        />
      </dl>
    </>
  )
}

/** At the minimum first and larger; the household's assumption after it where it is another one. */
function Credits({ values }: { values: ReservationValues }) {
  const least = creditOf(values.annual_kwh, creditRate.minimum)
  const isHigher = values.rate > creditRate.minimum
  return (
    <>
      <h3>{text.get}</h3>
      <dl>
        <Row
          label={text.annual}
          detail={basisText(least.annual, values.annual_kwh)}
          amount={least.annual}
          kind="receipt__sum receipt__sum--sun"
        />
        <Row label={text.minimum} amount={least.total} />
        {isHigher && (
          <Row
            label={text.assumption(formatCent(values.rate))}
            amount={creditOf(values.annual_kwh, values.rate).total}
            kind="small quiet"
          />
        )}
      </dl>
    </>
  )
}

interface RowProps {
  label: string
  detail?: string
  /** In cents. */
  amount?: number
  /** What stands in the place of an amount. */
  value?: string
  kind?: string
}

function Row({ label, detail, amount = 0, value, kind }: RowProps) {
  return (
    <div className={kind}>
      <dt>
        {typeset(label)} {detail && <small>{typeset(detail)}</small>}
      </dt>
      <dd>{value ? typeset(value) : formatEuro(amount)}</dd>
    </div>
  )
}
