import { coverText } from '@/content/de/calculatorCharts'
import { formatShortEuro } from '@/lib/germanNumbers'
import { type PaymentPlan, type SolarPackage, scenarios } from '@/lib/offer/offer'
import type { Scenario } from './choice'
import { creditYears } from './series'

interface Props {
  share: SolarPackage
  plan: PaymentPlan
  scenario: Scenario
}

/** Twenty years of the chosen scenario, with the sums of the others beside them. */
export function YearTable({ share, plan, scenario }: Props) {
  const { caption, year, credit, sum, open } = coverText.table
  const others = scenarios
    .filter(({ id }) => id !== scenario.id)
    .map(({ id, rate }) => ({ id, rate, years: creditYears(share, plan, rate) }))
  return (
    <table>
      <caption>{caption(scenario.rate)}</caption>
      <thead>
        <tr>
          <th scope="col">{year}</th>
          <th scope="col">{credit}</th>
          <th scope="col">{sum(scenario.rate)}</th>
          <th scope="col">{open(share, plan)}</th>
          {others.map(({ id, rate }) => (
            <th key={id} scope="col">
              {sum(rate)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {creditYears(share, plan, scenario.rate).map((row, index) => (
          <tr key={row.year}>
            <th scope="row">{row.year}</th>
            <td>{formatShortEuro(row.credit)}</td>
            <td>
              <strong>{formatShortEuro(row.sum)}</strong>
            </td>
            <td>{distance(row.open)}</td>
            {others.map(({ id, years }) => (
              <td key={id}>{formatShortEuro(years[index]?.sum ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How far the sum is from the cost, in words: no sign or colour has to be understood. */
function distance(open: number): string {
  const { missing, beyond, reached } = coverText.table
  if (open === 0) return reached
  return open > 0 ? missing(open) : beyond(-open)
}
