import { Source } from '@/components/Source'
import { coverText } from '@/content/de/calculator'
import { figureText } from '@/content/de/figures'
import { type SolarPackage, scenarios } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'
import { CoverCharts } from './CoverChart'
import type { Scenario } from './choice'
import { TableDetails } from './TableDetails'
import { YearTable } from './YearTable'

/** When the credits have covered the price: drawn, and as a table of twenty years. */
export function CoverSection({ share, scenario }: { share: SolarPackage; scenario: Scenario }) {
  const { title, lead, legendCovered, legendAfter, legendLine, source, table } = coverText
  return (
    <section className="part">
      <div className="part__head">
        <h2>{title}</h2>
        <p>{typeset(lead(scenario.rate))}</p>
      </div>
      <CoverCharts share={share} scenario={scenario} />
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
          {legendLine(share)}
        </li>
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
        <Source label={figureText.whereFrom}>{source(share, scenario.rate)}</Source>
        <TableDetails label={coverText.showTable} name={table.caption(scenario.rate)}>
          <YearTable share={share} scenario={scenario} />
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
