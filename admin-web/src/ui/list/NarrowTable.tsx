import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { NarrowCells, type NarrowRowParts } from './narrow'
import './list.css'

interface NarrowTableProps<T> {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  isBusy?: boolean
  narrow: (row: T) => NarrowRowParts
  /** Where a whole row leads. */
  rowPath?: (row: T) => string | undefined
}

/** Rows in two lines, for a phone. */
export function NarrowTable<T>(props: NarrowTableProps<T>) {
  const { label, rows, rowKey, isBusy = false, narrow, rowPath } = props
  return (
    <div className="narrow-list">
      <ScrollRegion label={label} isBusy={isBusy}>
        <table data-narrow>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                <NarrowCells parts={narrow(row)} path={rowPath?.(row)} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}
