import { assumptionsText } from '@/content/de/comparisonSources'
import { typeset } from '@/lib/typeset'

/** Every assumption with its value and where it comes from. */
export function Assumptions() {
  const { title, text, caption, columns, rows, share } = assumptionsText
  return (
    <section className="wrap ways">
      <h2>{title}</h2>
      <p className="lead quiet">{text}</p>
      <table className="ways__table ways__table--assumptions">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.value}</th>
            <th scope="col">{columns.source}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-assumption={row.id}>
              <th scope="row">
                <strong>{row.name}</strong> {row.note}
              </th>
              <td data-label={columns.value}>{row.value}</td>
              <td data-label={columns.source}>{typeset(row.source)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{typeset(share)}</p>
    </section>
  )
}
