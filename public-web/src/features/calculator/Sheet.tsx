import type { ReactNode } from 'react'

export interface SheetColumn {
  key: string
  /** Stands before each of its cells where the text is too large for columns. */
  name: string
  /** Whether this column is the visitor's choice. */
  chosen: boolean
  head: ReactNode
  /** One cell for each row. */
  cells: readonly ReactNode[]
}

interface Props {
  caption: ReactNode
  corner?: string
  /** The label of each row. */
  rows: readonly string[]
  columns: readonly SheetColumn[]
}

/**
 * Ways to compare, side by side at every width: on a small screen a row's label takes a line of
 * its own above its cells. Only text so large that a column could not hold a figure puts them in lines.
 */
export function Sheet({ caption, corner, rows, columns }: Props) {
  return (
    <div className="sheet-room">
      <table className="sheet">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td>{corner && <span className="sheet__corner">{corner}</span>}</td>
            {columns.map(({ key, chosen, head }) => (
              <th key={key} scope="col" data-chosen={chosen || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((label, row) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map(({ key, name, chosen, cells }) => (
                <td key={key} data-chosen={chosen || undefined} data-name={name}>
                  {cells[row]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
