import type { ReactNode } from 'react'
import { type RaRecord, useListContext, useResourceContext, useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/session/session'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import { BulkBar } from './BulkBar'
import { type Column, shownColumns } from './columns'
import { ListProblem, NothingFound } from './ListStates'
import { SkeletonRows } from './SkeletonRows'
import { TableHead } from './TableHead'
import { TableRow } from './TableRow'
import { useListKeys } from './useListKeys'

export interface ConsoleDatagridProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  /** Names a row for screen readers: „Nele Hartwig“ in „Nele Hartwig auswählen“. */
  rowLabel: (record: T) => string
  /** Where Enter leads on a row; without it rows cannot be opened by key. */
  rowPath?: (record: T) => string
  /** Buttons for the selected rows; they use `useListContext().selectedIds`. */
  bulkActions?: ReactNode
  /** What stands there as long as there is nothing at all. */
  empty?: string
}

/** The console's table: everything labelled, keyboard first, states in German. Needs a list context. */
export function ConsoleDatagrid<T extends RaRecord>(props: ConsoleDatagridProps<T>) {
  const { columns, rowLabel, rowPath, bulkActions, empty } = props
  const list = useListContext<T>()
  const isOutdated = useIsOutdated()
  const [chosen] = useChosenColumns()
  const shown = shownColumns(columns, chosen)
  const rows = list.data ?? []
  const navigate = useNavigate()
  const current = useListKeys(
    rows.map(({ id }) => id),
    (index) => !isOutdated && rowPath && rows[index] && navigate(rowPath(rows[index])),
    JSON.stringify([list.page, list.sort, list.filterValues]),
  )
  if (list.error && !list.data) return <ListProblem error={list.error} onRetry={list.refetch} />
  if (!list.isPending && rows.length === 0) return <NothingFound empty={empty} />
  const isSelectable = bulkActions !== undefined
  return (
    <>
      {bulkActions && <BulkBar>{bulkActions}</BulkBar>}
      <ScrollRegion label="Tabelle" isBusy={list.isFetching}>
        {isOutdated && <div className="loading-line" aria-hidden="true" />}
        <table inert={isOutdated} data-outdated={isOutdated || undefined}>
          <TableHead columns={shown} isSelectable={isSelectable} />
          <tbody>
            {list.isPending && (
              <SkeletonRows columns={shown.length + Number(isSelectable)} rows={list.perPage} />
            )}
            {rows.map((record, index) => (
              <TableRow
                key={record.id}
                columns={shown}
                record={record}
                label={rowLabel(record)}
                index={index}
                isCurrent={index === current}
                isSelectable={isSelectable}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}

/** Whether the rows are still those of another page, sort, search or filter. */
export function useIsOutdated(): boolean {
  const { isPlaceholderData, isFetching } = useListContext()
  return Boolean(isPlaceholderData && isFetching)
}

/** The columns this person chose for this list, remembered in this browser. */
export function useChosenColumns() {
  const resource = useResourceContext()
  const person = useSession()?.account.id ?? 0
  return useStore<string[] | undefined>(`${resource}.columns.${person}`)
}
