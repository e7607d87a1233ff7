import { useEffect, useRef } from 'react'
import { RichText } from '@/components/RichText'
import { formText } from '@/content/de/reservation'
import { parseAmount } from '@/lib/germanAmount'
import { formatEuro, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { paidFor, reservationPayment } from '@/lib/offer/instalments'
import { divideHalfUp, eurosToCents } from '@/lib/offer/money'
import { creditRate, packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/fields'
import { typeset } from '@/lib/typeset'

const MONTHS = 12
const STEP = 34
const GAP = 4

/** What the answers are asked for: the monthly payments of a year, and the credit of a year beside them. */
export function PaymentStrip({ values }: { values: ReservationValues }) {
  const { title, compared, worth, worthLittle, worthMore } = formText.energy.strip
  const { value, readable } = parseAmount(values.monthly_abschlag)
  const monthly = readable ? Math.round(eurosToCents(value)) : 0
  const share = packageOf(values.annual_kwh)
  const { annual } = creditOf(share.annualKwh, creditRate.minimum)
  const credit = formatShortEuro(annual)
  // In tenths of monthly payments.
  const tenths = monthly > 0 ? divideHalfUp(annual * 10, monthly) : 0
  const paid = formatShortEuro(
    paidFor(reservationPayment(share.price, planOf(values.payment_plan))),
  )
  const many = tenths > MONTHS * 10 ? worthMore : worth(formatTenths(tenths))
  const text = compared(share.name, credit, tenths < 5 ? worthLittle : many, paid)
  const strip = useRef<HTMLDivElement>(null)
  const isShown = monthly > 0

  // It appears below the field being filled in: on a phone that is behind the bar.
  useEffect(() => {
    if (isShown && document.activeElement?.id === 'monthly_abschlag')
      strip.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  return (
    <div className="payment-strip" role="status" ref={strip}>
      {isShown && (
        <>
          <p>
            <RichText text={title(yearlyOf(monthly))} />
          </p>
          <Cells filled={Math.min(annual / monthly, MONTHS)} />
          <p className="small">{typeset(text)}</p>
        </>
      )}
    </div>
  )
}

const yearlyOf = (monthly: number) =>
  (monthly * MONTHS) % 100 === 0 ? formatShortEuro(monthly * MONTHS) : formatEuro(monthly * MONTHS)

/** Twelve cells from the left, the yellow part of them first. */
function Cells({ filled }: { filled: number }) {
  const line = { strokeWidth: 22, strokeDasharray: `${STEP - GAP} ${GAP}` }
  const end = Math.floor(filled) * STEP + (filled % 1) * (STEP - GAP)
  return (
    <svg className="chain" viewBox={`0 0 ${MONTHS * STEP - GAP} 22`} aria-hidden="true">
      <path className="line-module" {...line} d={`M0 11H${MONTHS * STEP - GAP}`} />
      <path className="line-sun" {...line} d={`M0 11H${end.toFixed(1)}`} />
    </svg>
  )
}
