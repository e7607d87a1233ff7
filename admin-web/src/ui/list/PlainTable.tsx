import type { ReactNode } from 'react'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { NarrowTable } from './NarrowTable'
import type { NarrowRowParts } from './narrow'
import { useIsNarrow } from './useIsNarrow'

export interface PlainColumn<T> {
  label: string
  render: (row: T) => ReactNode
  isNumeric?: boolean
  /** Long words may break the line. */
  isText?: boolean
}

interface PlainTableProps<T> {
  label: string
  columns: readonly PlainColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string | number
  isBusy?: boolean
  /** A row in two lines for a phone, where the columns have no room. */
  narrow?: (row: T) => NarrowRowParts
}

/** A table of what a page has loaded already: no sorting, no pages. The first column heads its row. */
export function PlainTable<T>(props: PlainTableProps<T>) {
  const isNarrow = useIsNarrow()
  const { narrow } = props
  return isNarrow && narrow ? <NarrowTable {...props} narrow={narrow} /> : <WideTable {...props} />
}

function WideTable<T>({ label, columns, rows, rowKey, isBusy }: PlainTableProps<T>) {
  return (
    <ScrollRegion label={label} isBusy={isBusy === true}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cellClass(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} className={cellClass(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function cellClass<T>({ isNumeric, isText }: PlainColumn<T>): string | undefined {
  if (isNumeric) return 'number-column'
  return isText ? 'wrapping' : undefined
}
