import type { ReactNode } from 'react'

export interface SheetColumn {
  key: string
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
 * its own above its cells.
 */
export function Sheet({ caption, corner, rows, columns }: Props) {
  return (
    <table className="sheet">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td>{corner && <span className="sheet__corner">{corner}</span>}</td>
          {columns.map(({ key, chosen, head }) => (
            <th key={key} scope="col" data-chosen={chosen}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((label, row) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(({ key, chosen, cells }) => (
              <td key={key} data-chosen={chosen}>
                {cells[row]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
