import { RichText } from '@/components/RichText'
import { lensText } from '@/content/de/underTheLens'
import { marketYears } from '@/lib/offer/marketValue'
import { creditRate } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

/** The minimum compared with the market value of each year, and who pays where that is lower. */
export function UnderTheLens() {
  const { title, lead, rates, market, who, caveat } = lensText
  return (
    <section className="lens" id="lupe">
      <h2>{title}</h2>
      <p className="lead">{typeset(lead)}</p>
      <MarketChart />
      <div className="lens__text">
        <div>
          <h3>{typeset(rates.title)}</h3>
          <p>{rates.market(market)}</p>
          <ul>
            {rates.of.map((rate) => (
              <li key={rate}>
                <RichText text={rate} />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{who.title}</h3>
          {who.paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <RichText text={paragraph} />
            </p>
          ))}
        </div>
      </div>
      <Years />
      <p className="small quiet">{caveat}</p>
    </section>
  )
}

const COLUMN = 48
const CELL = 12
const TOP = 22 * CELL
const WIDTH = marketYears.length * COLUMN

/** A column for each year; a cell is a cent per kilowatt-hour. */
function MarketChart() {
  const mark = TOP - (creditRate.minimum / 10) * CELL
  const columns = marketYears.map(({ value }, index) => {
    const x = index * COLUMN + COLUMN / 2
    return `M${x} ${TOP}v-${((value / 1000) * CELL).toFixed(1)}`
  })
  return (
    <svg
      className="lens__chart"
      viewBox={`0 0 ${WIDTH} ${TOP + 30}`}
      role="img"
      aria-label={lensText.drawing}
    >
      <path
        className="lens__cells"
        strokeWidth="34"
        strokeDasharray={`${CELL - 2} 2`}
        d={columns.join('')}
      />
      <path className="lens__mark" d={`M0 ${mark}h${WIDTH}`} />
      <text className="lens__label" x="4" y={mark - 10}>
        {typeset(lensText.mark)}
      </text>
      {marketYears.map(({ year }, index) => (
        <text key={year} x={index * COLUMN + COLUMN / 2} y={TOP + 24} textAnchor="middle">
          {`’${String(year).slice(2)}`}
        </text>
      ))}
    </svg>
  )
}

function Years() {
  const { label, caption, year, value, market, least, rows } = lensText.table
  return (
    <details className="source">
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="lens__years" aria-label={label} tabIndex={0}>
        <table>
          <caption>{typeset(caption)}</caption>
          <thead>
            <tr>
              <th scope="col">{year}</th>
              <th scope="col">{value}</th>
              <th scope="col">{market}</th>
              <th scope="col">{typeset(least)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.year}>
                <th scope="row">{row.year}</th>
                <td>{row.value}</td>
                <td>{row.market}</td>
                <td>{row.least}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        <RichText text={lensText.sources} />
      </p>
    </details>
  )
}
