import { type ReactElement, useMemo } from 'react'
import { DataTable, type Identifier, type RaRecord, useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useShortcut } from '@/ui/keys/useShortcut'
import { ListProblem, NothingFound } from '@/ui/list/ListStates'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { SkeletonRows } from '@/ui/list/SkeletonRows'
import { useListKeys } from '@/ui/list/useListKeys'
import { useScrollMemory } from '@/ui/list/useScrollMemory'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import {
  type ColumnProps,
  CurrentRow,
  ListColumn,
  NarrowColumn,
  Rows,
  SelectColumn,
} from './Column'
import { useShownColumns } from './useChosenColumns'
import { useColumnWidths } from './widths'

export interface TableProps<T extends RaRecord> {
  /** Names a row for screen readers: „Nele Hartwig“ in „Nele Hartwig auswählen“. */
  rowLabel: (record: T) => string
  /** Where Enter leads on a row; without it, or where it has none, rows cannot be opened by key. */
  rowPath?: ((record: T) => string | undefined) | undefined
  /** What stands there as long as there is nothing at all. */
  empty?: string | undefined
  /** A row in two lines for a phone, where the columns have no room; all of it leads to `rowPath`. */
  narrow?: ((record: T) => NarrowRowParts) | undefined
}

interface ListTableProps<T extends RaRecord> extends TableProps<T> {
  columns: readonly ColumnProps<T>[]
  isSelectable: boolean
}

/** react-admin's table with the console's keys, states and scroll memory. Needs a list context. */
export function Table<T extends RaRecord>(props: ListTableProps<T>) {
  const { columns, rowPath, isSelectable, empty } = props
  const list = useListContext<T>()
  const isOutdated = useIsOutdated()
  const shown = useShownColumns(columns)
  const cells = useCells(shown, props)
  const listId = JSON.stringify([list.page, list.sort, list.filterValues])
  const current = useRowKeys(listId, isSelectable, isOutdated ? undefined : rowPath)
  const isReady = Boolean(list.data?.length) && !isOutdated
  const region = useScrollMemory(`${list.resource} ${listId}`, isReady)
  if (list.error && !list.data) return <ListProblem error={list.error} onRetry={list.refetch} />
  if (!list.isPending && !list.data?.length) return <NothingFound empty={empty} />
  return (
    <ScrollRegion label="Tabelle" isBusy={list.isFetching} ref={region}>
      {isOutdated && <div className="loading-line" aria-hidden="true" />}
      {list.isPending ? (
        <Awaited heads={shown.map(({ label }) => label)} rows={list.perPage} />
      ) : (
        <CurrentRow value={current}>
          <DataTable
            body={Rows}
            bulkActionButtons={false}
            hover={false}
            rowClick={false}
            inert={isOutdated}
            data-outdated={isOutdated || undefined}
            data-narrow={props.narrow ? true : undefined}
          >
            {cells}
          </DataTable>
        </CurrentRow>
      )}
    </ScrollRegion>
  )
}

/** The same elements as long as nothing of them changes: else every row would be drawn anew for each press of a key. */
function useCells<T extends RaRecord>(
  shown: readonly ColumnProps<T>[],
  { rowLabel, rowPath, narrow, isSelectable }: ListTableProps<T>,
): ReactElement[] {
  const { widths } = useColumnWidths()
  return useMemo(
    () => [
      ...(isSelectable ? [<SelectColumn key=" " rowLabel={rowLabel} />] : []),
      ...(narrow
        ? [<NarrowColumn key="narrow" {...{ narrow, rowPath }} />]
        : shown.map((column, index) => (
            // The last one takes what the others leave.
            <ListColumn
              key={column.source}
              {...column}
              width={index < shown.length - 1 ? widths[column.source] : undefined}
            />
          ))),
    ],
    [shown, widths, rowLabel, rowPath, narrow, isSelectable],
  )
}

/** `j` and `k` move, `x` selects, Enter opens. Returns the row they stand on. */
function useRowKeys<T extends RaRecord>(
  listId: string,
  isSelectable: boolean,
  rowPath: TableProps<T>['rowPath'],
): Identifier | undefined {
  const { data = [], onToggleItem } = useListContext<T>()
  const navigate = useNavigate()
  const ids = data.map(({ id }) => id)
  const open = (index: number) => {
    const path = data[index] && rowPath?.(data[index])
    if (path) navigate(path)
  }
  const current = ids[useListKeys(ids, open, listId)]
  useShortcut('x', () => isSelectable && current !== undefined && onToggleItem(current))
  return current
}

/** The head, and as many rows as will come. */
function Awaited({ heads, rows }: { heads: readonly string[]; rows: number }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SkeletonRows columns={heads.length} rows={rows} />
      </tbody>
    </table>
  )
}

/** Whether the rows are still those of another page, sort, search or filter. */
export function useIsOutdated(): boolean {
  const { isPlaceholderData, isFetching } = useListContext()
  return Boolean(isPlaceholderData && isFetching)
}
