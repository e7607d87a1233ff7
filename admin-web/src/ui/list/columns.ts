import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'

/** One column of a list. `T` is a record as the server's list answers it. */
export interface Column<T extends RaRecord> {
  /** Unique in the list; the field it is sorted by unless `sortBy` says another. */
  name: Extract<keyof T, string> | (string & {})
  label: string
  /** What stands in the cell. */
  render: (record: T) => ReactNode
  isSortable?: boolean
  sortBy?: string
  /** The order of the first press on the head; dates and amounts begin with the highest. */
  firstOrder?: 'ASC' | 'DESC'
  /** Figures stand to the right, with digits of one width. */
  isNumeric?: boolean
  /** Left out until somebody chooses it. */
  isHiddenAtFirst?: boolean
  /** Cannot be left out, such as the name. */
  isFixed?: boolean
}

/** The columns shown: those chosen, or those not hidden at first where nobody has chosen yet. */
export function shownColumns<T extends RaRecord>(
  columns: readonly Column<T>[],
  chosen: readonly string[] | undefined,
): Column<T>[] {
  return columns.filter(
    ({ name, isFixed, isHiddenAtFirst }) =>
      isFixed || (chosen ? chosen.includes(name) : !isHiddenAtFirst),
  )
}
