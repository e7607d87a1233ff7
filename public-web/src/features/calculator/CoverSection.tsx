import { Source } from '@/components/Source'
import { coverText } from '@/content/de/calculatorCharts'
import { figureText } from '@/content/de/figures'
import { type PaymentPlan, type SolarPackage, scenarios } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { CoverCharts } from './CoverChart'
import type { Scenario } from './choice'
import { TableDetails } from './TableDetails'
import { YearTable } from './YearTable'

interface Props {
  share: SolarPackage
  plan: PaymentPlan
  scenario: Scenario
}

/** When the credits have covered the price: drawn, and as a table of twenty years. */
export function CoverSection(props: Props) {
  const { share, plan, scenario } = props
  const { title, lead, legendCovered, legendAfter, legendLine, source, table } = coverText
  return (
    <section className="part">
      <div className="part__head">
        <h2>{title}</h2>
        <p>{typeset(lead(scenario.rate))}</p>
      </div>
      <CoverCharts {...props} />
      <ul className="legend">
        <li>
          <Swatch className="cell-covered" d="M0 0h20v14H0z" />
          {legendCovered}
        </li>
        <li>
          <Swatch className="cell-sun" d="M.5.5h19v13H.5z" />
          {legendAfter}
        </li>
        <li>
          <Swatch className="chart__cost" d="M0 7h20" />
          {legendLine(share, plan)}
        </li>
        {plan.months > 0 && (
          <li>
            <Swatch className="chart__once" d="M0 7h20" />
            {coverText.legendOnce(share)}
          </li>
        )}
        {scenarios
          .filter(({ id }) => id !== scenario.id)
          .map(({ id, rate }) => (
            <li key={id}>
              <Swatch className="chart__line" scenario={id} d="M0 7h20" />
              {coverText.rate(rate)}
            </li>
          ))}
      </ul>
      <div className="more">
        <Source label={figureText.whereFrom}>{source(share, plan, scenario.rate)}</Source>
        <TableDetails label={coverText.showTable} name={table.caption(scenario.rate)}>
          <YearTable {...props} />
        </TableDetails>
      </div>
    </section>
  )
}

function Swatch({ className, d, scenario }: { className: string; d: string; scenario?: string }) {
  return (
    <svg viewBox="0 0 20 14" aria-hidden="true">
      <path className={className} data-scenario={scenario} d={d} />
    </svg>
  )
}
