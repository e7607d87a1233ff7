import useMediaQuery from '@mui/material/useMediaQuery'
import { type RaRecord, useResourceContext, useStore } from 'react-admin'
import { useSession } from '@/session/session'
import { type Column, shownColumns } from '../columns'

/** The columns this person chose for this list, in their order, remembered in this browser. */
export function useChosenColumns() {
  const resource = useResourceContext()
  const person = useSession()?.account.id ?? 0
  return useStore<string[] | undefined>(`${resource}.columns.${person}`)
}

/** The columns the list shows now. */
export function useShownColumns<T extends RaRecord>(columns: readonly Column<T>[]): Column<T>[] {
  const [chosen] = useChosenColumns()
  const isWide = useMediaQuery('(min-width: 84rem)', { noSsr: true })
  return shownColumns(columns, chosen, isWide)
}
