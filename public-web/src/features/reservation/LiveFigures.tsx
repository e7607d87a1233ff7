import type { ReactNode } from 'react'
import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { figureText } from '@/content/de/figures'
import { assumedText, moneyDetails } from '@/content/de/moneyBlock'
import { formText } from '@/content/de/reservation'
import { formatEuro, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { figuresOf } from '@/lib/offer/figures'
import { coveredYears } from '@/lib/offer/instalments'
import { creditRate, packageOf, planOf, termYears } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/fields'
import { typeset } from '@/lib/typeset'

/** What the chosen share brings at the chosen credit, always beside the minimum. */
export function LiveFigures({ values }: { values: ReservationValues }) {
  const text = formText.credit
  const { annual_kwh: annualKwh, rate } = values
  const share = packageOf(annualKwh)
  const plan = planOf(values.payment_plan)
  const credit = creditOf(annualKwh, rate)
  const { once, paid } = coveredYears(share, plan, rate)
  const atMinimum = coveredYears(share, plan, creditRate.minimum)
  const inInstalments = plan.months > 0
  const shown = formatTenths(paid)
  const figures = figuresOf(share, plan)
  return (
    <div className="live">
      <Fact label={text.annual} condition={text.monthly(formatEuro(credit.monthly))} main>
        {formatShortEuro(credit.annual)}
      </Fact>
      <Fact label={text.total} condition={text.minimumTotal(formatShortEuro(credit.minimumTotal))}>
        {formatShortEuro(credit.total)}
      </Fact>
      <Fact
        label={inInstalments ? text.coveredBy(plan.name) : text.covered}
        condition={
          inInstalments
            ? text.coveredOnce(formatTenths(once))
            : text.coveredAtMinimum(formatTenths(atMinimum.paid))
        }
      >
        {text.years(shown)}
      </Fact>
      <div className="live__chain">
        <YearChain years={termYears} covered={paid / 10} once={once / 10} height={26} />
        <p className="tiny quiet" aria-hidden="true">
          <span>{text.today}</span>
          <strong>{typeset(text.mark(shown))}</strong>
          <span>{typeset(text.end)}</span>
        </p>
      </div>
      <Source label={figureText.whereFrom}>
        {typeset(`${assumedText(figures, rate)} ${moneyDetails(figures)}`)}
      </Source>
    </div>
  )
}

interface FactProps {
  label: string
  condition: string
  main?: boolean
  children: ReactNode
}

function Fact({ label, condition, main = false, children }: FactProps) {
  return (
    <div className={main ? 'live__main' : undefined}>
      <p className="live__label">{typeset(label)}</p>
      <p className="figure">{children}</p>
      <p className="small quiet">{typeset(condition)}</p>
    </div>
  )
}
