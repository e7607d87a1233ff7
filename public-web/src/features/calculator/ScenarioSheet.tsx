import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { sheetText } from '@/content/de/calculator'
import { figureText } from '@/content/de/figures'
import { formatEuro, formatShortEuro } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { calculatorPayment, coveredYears } from '@/lib/offer/instalments'
import { type PaymentPlan, type SolarPackage, scenarios, termYears } from '@/lib/offer/offer'
import { ChoiceRadio } from './ChoiceRadio'
import { chosen, scenarioWord } from './choice'
import { ShareButtons } from './ShareButtons'
import { Sheet, type SheetColumn } from './Sheet'
import type { Choosing } from './useChoice'

/** Three credit rates side by side; the one chosen in the head of its column the charts follow. */
export function ScenarioSheet({ choice, choose }: Choosing) {
  const { title, legend, corner, caveat, source, rowsOf, rate, condition } = sheetText
  const { share, plan, scenario } = chosen(choice)
  const columns = scenarios.map(
    (entry): SheetColumn => ({
      key: entry.id,
      name: entry.name,
      chosen: entry.id === scenario.id,
      head: (
        <ChoiceRadio
          name="szenario"
          word={scenarioWord(entry)}
          checked={entry.id === scenario.id}
          onChoose={() => choose({ scenario: entry.id })}
        >
          <span className="sheet__name">{entry.name}</span>{' '}
          <span className="figure">{rate(entry.rate)}</span> <small>{condition(entry.id)}</small>
        </ChoiceRadio>
      ),
      cells: cellsOf(share, plan, entry.rate),
    }),
  )
  return (
    <section className="scenarios">
      <fieldset>
        <legend className="visually-hidden">{legend}</legend>
        <Sheet caption={<h2>{title}</h2>} corner={corner} rows={rowsOf(plan)} columns={columns} />
      </fieldset>
      <div className="scenarios__foot">
        <div>
          <p className="small quiet">{caveat}</p>
          <Source label={figureText.whereFrom}>{source(share, plan, scenario.rate)}</Source>
        </div>
        <ShareButtons choice={choice} />
      </div>
    </section>
  )
}

/** The figures of a column, in the order of the rows. */
function cellsOf(share: SolarPackage, plan: PaymentPlan, rate: number) {
  const credit = creditOf(share.annualKwh, rate)
  const { once, paid } = coveredYears(share, plan, rate, calculatorPayment)
  return [
    <span key="monthly" className="figure">
      {formatEuro(credit.monthly)}
    </span>,
    formatShortEuro(credit.annual),
    formatShortEuro(credit.total),
    <span key="paid" className="figure">
      {sheetText.years(paid)}
    </span>,
    ...(plan.months > 0 ? [<small key="once">{sheetText.years(once)}</small>] : []),
    <YearChain key="chain" years={termYears} covered={paid / 10} once={once / 10} height={48} />,
  ]
}
