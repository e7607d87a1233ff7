import type { ReactNode } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import type { Column } from './columns'
import { ListProblem, NothingFound } from './ListStates'
import { NarrowRow, type NarrowRowParts } from './rows/NarrowRow'
import { TableHead } from './rows/TableHead'
import { TableRow } from './rows/TableRow'
import { SkeletonRows } from './SkeletonRows'
import { useShownColumns } from './tools/useChosenColumns'
import { useListKeys } from './useListKeys'
import { useScrollMemory } from './useScrollMemory'

export interface ConsoleDatagridProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  /** Names a row for screen readers: „Nele Hartwig“ in „Nele Hartwig auswählen“. */
  rowLabel: (record: T) => string
  /** Where Enter leads on a row; without it, or where it has none, rows cannot be opened by key. */
  rowPath?: ((record: T) => string | undefined) | undefined
  /** Buttons for the selected rows; they use `useListContext().selectedIds`. */
  bulkActions?: ReactNode
  /** What stands there as long as there is nothing at all. */
  empty?: string | undefined
  /** A row in two lines for a phone, where the columns have no room; all of it leads to `rowPath`. */
  narrow?: ((record: T) => NarrowRowParts) | undefined
}

/** The console's table: everything labelled, keyboard first, states in German. Needs a list context. */
export function ConsoleDatagrid<T extends RaRecord>(props: ConsoleDatagridProps<T>) {
  const { columns, rowLabel, rowPath, bulkActions, empty, narrow } = props
  const list = useListContext<T>()
  const isOutdated = useIsOutdated()
  const shown = useShownColumns(columns)
  const rows = list.data ?? []
  const navigate = useNavigate()
  const listId = JSON.stringify([list.page, list.sort, list.filterValues])
  const current = useListKeys(
    rows.map(({ id }) => id),
    (index) => {
      const path = isOutdated || !rows[index] ? undefined : rowPath?.(rows[index])
      if (path) navigate(path)
    },
    listId,
  )
  const region = useScrollMemory(`${list.resource} ${listId}`, rows.length > 0 && !isOutdated)
  if (list.error && !list.data) return <ListProblem error={list.error} onRetry={list.refetch} />
  if (!list.isPending && rows.length === 0) return <NothingFound empty={empty} />
  return (
    <ScrollRegion label="Tabelle" isBusy={list.isFetching} ref={region}>
      {isOutdated && <div className="loading-line" aria-hidden="true" />}
      <Table
        {...{ rowLabel, rowPath, narrow, current, isOutdated }}
        columns={shown}
        isSelectable={bulkActions !== undefined}
      />
    </ScrollRegion>
  )
}

interface TableProps<T extends RaRecord>
  extends Pick<ConsoleDatagridProps<T>, 'columns' | 'rowLabel' | 'rowPath' | 'narrow'> {
  /** Where `j` and `k` stand. */
  current: number
  isOutdated: boolean
  isSelectable: boolean
}

function Table<T extends RaRecord>(props: TableProps<T>) {
  const { columns, rowLabel, rowPath, narrow, current, isOutdated, isSelectable } = props
  const { data = [], isPending, perPage } = useListContext<T>()
  const rowProps = (record: T, index: number) => ({
    record,
    index,
    label: rowLabel(record),
    isCurrent: index === current,
    isSelectable,
  })
  return (
    <table
      inert={isOutdated}
      data-outdated={isOutdated || undefined}
      data-narrow={narrow ? true : undefined}
    >
      <TableHead columns={columns} isSelectable={isSelectable} />
      <tbody>
        {isPending && (
          <SkeletonRows columns={columns.length + Number(isSelectable)} rows={perPage} />
        )}
        {data.map((record, index) =>
          narrow ? (
            <NarrowRow
              key={record.id}
              {...rowProps(record, index)}
              parts={narrow(record)}
              path={rowPath?.(record)}
            />
          ) : (
            <TableRow key={record.id} {...rowProps(record, index)} columns={columns} />
          ),
        )}
      </tbody>
    </table>
  )
}

/** Whether the rows are still those of another page, sort, search or filter. */
export function useIsOutdated(): boolean {
  const { isPlaceholderData, isFetching } = useListContext()
  return Boolean(isPlaceholderData && isFetching)
}
