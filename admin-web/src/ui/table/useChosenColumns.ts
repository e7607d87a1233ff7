import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { useResourceContext, useStore } from 'react-admin'
import { useSession } from '@/session/session'

/** What the choice of columns knows of one. */
export interface ColumnChoice {
  /** The member of the record, by which it is sorted too; unique in the list. */
  source: string
  label: string
  /** Left out until the user chooses it. */
  isHiddenAtFirst?: boolean
  /** Left out in a window of less than 84 rem as long as nobody has chosen. */
  isOnlyWide?: boolean
  /** Cannot be left out, such as the name. */
  isFixed?: boolean
}

/**
 * The columns this person chose for this list, in their order, remembered in this browser. By name: react-admin keeps
 * the order by place, where another role's columns or those of a new release are others.
 */
export function useChosenColumns() {
  const resource = useResourceContext()
  const person = useSession()?.account.id ?? 0
  return useStore<string[] | undefined>(`${resource}.columns.${person}`)
}

/** The columns the list shows now. */
export function useShownColumns<C extends ColumnChoice>(columns: readonly C[]): C[] {
  const [chosen] = useChosenColumns()
  const isWide = useMediaQuery('(min-width: 84rem)', { noSsr: true })
  return useMemo(() => shownColumns(columns, chosen, isWide), [columns, chosen, isWide])
}

/**
 * Those chosen, in the order they were put in, or those not hidden at first where nobody has chosen yet. Fixed ones
 * that are not among them stand first.
 */
export function shownColumns<C extends ColumnChoice>(
  columns: readonly C[],
  chosen: readonly string[] | undefined,
  isWide = true,
): C[] {
  if (!chosen)
    return columns.filter(
      ({ isFixed, isHiddenAtFirst, isOnlyWide }) =>
        isFixed || !(isHiddenAtFirst || (isOnlyWide && !isWide)),
    )
  const named = chosen.flatMap((name) => columns.find(({ source }) => source === name) ?? [])
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
