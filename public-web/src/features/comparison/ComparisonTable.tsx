import { InfoIcon } from '@/components/icons'
import { tableText } from '@/content/de/comparison'
import { sumsText } from '@/content/de/comparisonSources'
import { figureText } from '@/content/de/figures'
import { typeset } from '@/lib/typeset'

const FIGURES = ['investment', 'benefit', 'cost', 'net', 'covered', 'price'] as const

/** The figures of the four ways. Below 56rem each row becomes a card with its own labels. */
export function ComparisonTable() {
  const { caption, columns, rows, caveat, instalments } = tableText
  return (
    <div className="ways">
      <table className="ways__table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.option}</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col">
                {columns[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-option={row.id}>
              <th scope="row">
                <strong>{row.name}</strong> {typeset(row.what)}
              </th>
              {FIGURES.map((figure) => (
                <td key={figure} data-label={columns[figure]} data-figure={figure}>
                  {row[figure]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small quiet">{typeset(caveat)}</p>
      <p className="small quiet instalments">{typeset(instalments)}</p>
      <Sums />
    </div>
  )
}

/** The sums of all four ways, one click away. */
function Sums() {
  return (
    <details className="source sums">
      <summary>
        <InfoIcon />
        {figureText.whereFrom}
      </summary>
      <div className="sums__grid">
        {sumsText.map(({ id, name, sums }) => (
          <div key={id}>
            <h3>{name}</h3>
            {sums.map((sum) => (
              <p key={sum}>{typeset(sum)}</p>
            ))}
          </div>
        ))}
      </div>
    </details>
  )
}
