import type { ReactNode } from 'react'
import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { figureText } from '@/content/de/figures'
import { formText } from '@/content/de/reservation'
import {
  formatCent,
  formatEuro,
  formatKwh,
  formatShortEuro,
  formatTenths,
} from '@/lib/germanNumbers'
import { breakEvenTenths, creditOf } from '@/lib/offer/credit'
import { creditRate, packageOf, type TenthCent, termYears } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

/** What the chosen share brings at the chosen credit, always beside the minimum. */
export function LiveFigures({ annualKwh, rate }: { annualKwh: number; rate: TenthCent }) {
  const text = formText.credit
  const { price } = packageOf(annualKwh)
  const credit = creditOf(annualKwh, rate)
  const tenths = breakEvenTenths(price, annualKwh, rate)
  const atMinimum = formatTenths(breakEvenTenths(price, annualKwh, creditRate.minimum))
  const sum = {
    kwh: formatKwh(annualKwh),
    rate: formatCent(rate),
    annual: formatShortEuro(credit.annual),
    total: formatShortEuro(credit.total),
    price: formatShortEuro(price),
    years: formatTenths(tenths),
  }
  return (
    <div className="live">
      <Fact label={text.annual} condition={text.monthly(formatEuro(credit.monthly))} main>
        {sum.annual}
      </Fact>
      <Fact label={text.total} condition={text.minimumTotal(formatShortEuro(credit.minimumTotal))}>
        {sum.total}
      </Fact>
      <Fact label={text.covered} condition={text.coveredAtMinimum(atMinimum)}>
        {text.years(sum.years)}
      </Fact>
      <div className="live__chain">
        <YearChain years={termYears} covered={tenths / 10} height={26} />
        <p className="tiny quiet" aria-hidden="true">
          <span>{text.today}</span>
          <strong>{typeset(text.mark(sum.years))}</strong>
          <span>{typeset(text.end)}</span>
        </p>
      </div>
      <Source label={figureText.whereFrom}>{typeset(text.source(sum))}</Source>
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
