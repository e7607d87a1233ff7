import { Source } from '@/components/Source'
import { MONTHS } from '@/content/de/calculator'
import { coverText, monthText } from '@/content/de/calculatorCharts'
import { figureText } from '@/content/de/figures'
import { formatEuro, formatKwh, formatRate } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import type { SolarPackage, TenthCent } from '@/lib/offer/offer'
import { monthlyShares } from '@/lib/offer/production'
import { typeset } from '@/lib/typeset'
import { MonthCharts } from './MonthChart'
import { monthsOf } from './months'
import { TableDetails } from './TableDetails'

interface Props {
  share: SolarPackage
  rate: TenthCent
}

/** How the credit goes up and down with the sun: drawn, and as a table of twelve months. */
export function MonthSection({ share, rate }: Props) {
  const { title, lead, caveat, source, table } = monthText
  const months = monthsOf(share, rate)
  return (
    <section className="part months">
      <div className="part__head">
        <h2>{title(months.best.name, months.worst.name)}</h2>
        <p>{typeset(lead(share, rate))}</p>
        <p className="small quiet">{caveat}</p>
      </div>
      <div className="months__chart">
        <MonthCharts months={months} />
      </div>
      <div className="more">
        <Source label={figureText.whereFrom}>{source()}</Source>
        <TableDetails label={coverText.showTable} name={table.caption(rate)}>
          <MonthTable share={share} rate={rate} />
        </TableDetails>
      </div>
    </section>
  )
}

function MonthTable({ share, rate }: Props) {
  const { table } = monthText
  const { kwh, credit } = monthsOf(share, rate)
  return (
    <table>
      <caption>{table.caption(rate)}</caption>
      <thead>
        <tr>
          <th scope="col">{table.month}</th>
          <th scope="col">{table.share}</th>
          <th scope="col">{table.kwh}</th>
          <th scope="col">{table.credit}</th>
        </tr>
      </thead>
      <tbody>
        {MONTHS.map((name, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatRate(monthlyShares[index] ?? 0)}</td>
            <td>{formatKwh(kwh[index] ?? 0)}</td>
            <td>{formatEuro(credit[index] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{table.sum}</th>
          <td>{formatRate(10_000)}</td>
          <td>{formatKwh(share.annualKwh)}</td>
          <td>{formatEuro(creditOf(share.annualKwh, rate).annual)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
