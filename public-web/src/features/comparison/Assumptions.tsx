import { assumptionsText } from '@/content/de/comparisonSources'
import { typeset } from '@/lib/typeset'

/** Every assumption with its value and where it comes from. */
export function Assumptions() {
  const { text, caption, columns, rows, share } = assumptionsText
  return (
    <div className="ways">
      <p>{text}</p>
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
    </div>
  )
}
