import { Source } from '@/components/Source'
import { YearChain } from '@/components/YearChain'
import { figureText } from '@/content/de/figures'
import { scenarioText } from '@/content/de/home'
import { termYears } from '@/lib/offer/offer'
import { typeset } from '@/lib/typeset'

/** Three credit rates side by side. Below 56rem each row becomes a card with its own labels. */
export function Scenarios() {
  const { title, columns, rows, caveat, source } = scenarioText
  return (
    <section className="wrap">
      <table className="scenarios">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.rate}</th>
            <th scope="col">{columns.annual}</th>
            <th scope="col">{typeset(columns.total)}</th>
            <th scope="col">{columns.covered}</th>
            <th scope="col" className="scenarios__term">
              {typeset(columns.term)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <strong>{typeset(row.rate)}</strong> {row.condition}
              </th>
              <td data-label={columns.annual}>{row.annual}</td>
              <td data-label={columns.total}>{row.total}</td>
              <td data-label={columns.covered}>{row.covered}</td>
              <td className="scenarios__term">
                <YearChain years={termYears} covered={row.coveredYears} />
                <span className="visually-hidden">{row.chain}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="scenarios__caveat small quiet">{typeset(caveat)}</p>
      <Source label={figureText.whereFrom}>{typeset(source)}</Source>
    </section>
  )
}
