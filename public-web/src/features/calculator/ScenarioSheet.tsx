import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { sheetText } from '@/content/de/calculator'
import { figureText } from '@/content/de/figures'
import { formatEuro, formatShortEuro } from '@/lib/germanNumbers'
import { breakEvenTenths, creditOf } from '@/lib/offer/credit'
import { type SolarPackage, scenarios, termYears } from '@/lib/offer/offer'
import { ChoiceRadio } from './ChoiceRadio'
import { chosen, scenarioWord } from './choice'
import { ShareButtons } from './ShareButtons'
import { Sheet, type SheetColumn } from './Sheet'
import type { Choosing } from './useChoice'

/** Three credit rates side by side; the one chosen in the head of its column the charts follow. */
export function ScenarioSheet({ choice, choose }: Choosing) {
  const { title, legend, corner, caveat, source, rows, rate, condition } = sheetText
  const { share, scenario } = chosen(choice)
  const columns = scenarios.map(
    (entry): SheetColumn => ({
      key: entry.id,
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
      cells: cellsOf(share, entry.rate),
    }),
  )
  return (
    <section className="scenarios">
      <fieldset>
        <legend className="visually-hidden">{legend}</legend>
        <Sheet
          caption={<h2>{title}</h2>}
          corner={corner}
          rows={Object.values(rows)}
          columns={columns}
        />
      </fieldset>
      <div className="scenarios__foot">
        <div>
          <p className="small quiet">{caveat}</p>
          <Source label={figureText.whereFrom}>{source(share, scenario.rate)}</Source>
        </div>
        <ShareButtons choice={choice} />
      </div>
    </section>
  )
}

/** The figures of a column, in the order of the rows. */
function cellsOf(share: SolarPackage, rate: number) {
  const credit = creditOf(share.annualKwh, rate)
  const tenths = breakEvenTenths(share.price, share.annualKwh, rate)
  return [
    <span key="monthly" className="figure">
      {formatEuro(credit.monthly)}
    </span>,
    formatShortEuro(credit.annual),
    formatShortEuro(credit.total),
    sheetText.years(tenths),
    <YearChain key="chain" years={termYears} covered={tenths / 10} height={48} />,
  ]
}
