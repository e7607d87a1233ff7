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
  /** Left out until the user chooses it. */
  isHiddenAtFirst?: boolean
  /** Left out in a window of less than 84 rem as long as nobody has chosen. */
  isOnlyWide?: boolean
  /** Says who changed the row while it was on the screen, instead of its value. */
  tellsChange?: boolean
  /** Cannot be left out, such as the name. */
  isFixed?: boolean
}

/**
 * The columns shown: those chosen, in the order they were put in, or those not hidden at first where
 * nobody has chosen yet. Fixed ones that are not among them stand first.
 */
export function shownColumns<T extends RaRecord>(
  columns: readonly Column<T>[],
  chosen: readonly string[] | undefined,
  isWide = true,
): Column<T>[] {
  if (!chosen)
    return columns.filter(
      ({ isFixed, isHiddenAtFirst, isOnlyWide }) =>
        isFixed || !(isHiddenAtFirst || (isOnlyWide && !isWide)),
    )
  const named = chosen.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return [...columns.filter((one) => one.isFixed && !named.includes(one)), ...named]
}

/** The names with one of them moved by `step` places; unchanged where that leads beyond the ends. */
export function moved(names: readonly string[], name: string, step: -1 | 1): string[] {
  const from = names.indexOf(name)
  const to = from + step
  if (from < 0 || to < 0 || to >= names.length) return [...names]
  const others = names.filter((one) => one !== name)
  return [...others.slice(0, to), name, ...others.slice(to)]
}
