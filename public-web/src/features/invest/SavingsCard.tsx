import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { figureText } from '@/content/de/figures'
import { investText, type SavingsFigures } from '@/content/de/invest'
import { formatRate, formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { type InvestFigures, investFigures } from '@/lib/offer/invest'
import type { Cents } from '@/lib/offer/money'
import { invest, termYears } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { CostBars } from './CostBars'
import { amountOf, type Choices, parkOf } from './choices'
import { ShareField } from './ShareField'
import { useQuietly } from './useQuietly'

const text = investText.savings

/** What the amount would save, as soon as project and amount are there. */
export function SavingsCard({ choices }: { choices: Choices }) {
  const amount = amountOf(choices)
  const park = parkOf(choices)
  const figures = park && amount > 0 ? investFigures(amount) : null
  const announced = useQuietly(figures ? text.announce(printed(amount, figures)) : '')
  return (
    <aside className="invest__savings">
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {figures ? (
        <Sheet amount={amount} figures={figures} />
      ) : (
        <div className="savings__waiting">
          <ShareField amount={0} />
          <p className="quiet">{text.waiting}</p>
        </div>
      )}
    </aside>
  )
}

function printed(amount: Cents, figures: InvestFigures): SavingsFigures {
  return {
    amount: formatShortEuro(amount),
    yearly: formatShortEuro(figures.yearlySavings),
    monthly: formatShortEuro(figures.monthlySavings),
    years: formatTenths(figures.breakEvenTenths),
    share: formatRate(figures.shareHundredths),
    cost: formatShortEuro(figures.yearlyCostWithShare).replace('-', '\u2212'),
  }
}

function Sheet({ amount, figures }: { amount: Cents; figures: InvestFigures }) {
  const sum = printed(amount, figures)
  const percent = figures.shareHundredths / 100
  const possible = percent >= invest.share_percent_from && percent <= invest.share_percent_to
  return (
    <section className="savings__sheet" aria-labelledby="ersparnis">
      <ShareField amount={amount} />
      <div className="savings__body">
        <h2 id="ersparnis">{text.title}</h2>
        <p className="savings__main">
          <span className="figure">{sum.yearly}</span> {text.yearly}
        </p>
        <dl>
          <Row label={text.monthly} value={sum.monthly} />
          <Row label={text.share} value={sum.share} note={possible ? text.range : text.outside} />
          <Row label={text.breakEven} value={text.years(sum.years)} />
        </dl>
        <YearChain years={termYears} covered={figures.breakEvenTenths / 10} />
        <p className="tiny quiet">{typeset(text.chain(sum.years))}</p>
        <CostBars cost={figures.yearlyCostWithShare} />
        <p className="small">
          <strong>{figureText.caveat}.</strong> {text.caveat}
        </p>
        <Source label={figureText.whereFrom}>{typeset(text.source(sum))}</Source>
      </div>
    </section>
  )
}

function Row({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <dt>
        {label} {note && <span className="tiny quiet">{note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
