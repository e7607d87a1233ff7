import Checkbox from '@mui/material/Checkbox'
import TableCell from '@mui/material/TableCell'
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import {
  DataTable,
  DataTableBody,
  type DataTableBodyProps,
  DataTableRow,
  type DataTableRowProps,
  type Identifier,
  type RaRecord,
  SelectPageCheckbox,
  useDataTableCallbacksContext,
  useDataTableDataContext,
  useDataTableRenderContext,
  useDataTableSelectedIdsContext,
  useDataTableSortContext,
  useRecordContext,
} from 'react-admin'
import { useLiveRowsContext } from '@/ui/list/live/changedRows'
import { NarrowCells, type NarrowRowParts } from '@/ui/list/narrow'
import type { ColumnChoice } from './useChosenColumns'
import { HeadWithEdge, headOfWidth } from './widths'

export interface ColumnProps<T extends RaRecord> extends ColumnChoice {
  /** The content of the cell; the plain value by default. */
  render?: (record: T) => ReactNode
  /** Makes it sortable, and is the order of the first press: dates and amounts begin with the highest. */
  sortByOrder?: 'ASC' | 'DESC'
  /** Figures stand to the right, with digits of one width. */
  isNumeric?: boolean
  /** Says who changed the row while it was on the screen, instead of its value. */
  tellsChange?: boolean
  /** In px, by hand: the table gives it. */
  width?: number | undefined
}

/**
 * react-admin's column. Its head tells readers how it is sorted; its cells are marked where a colleague has changed
 * them meanwhile. In a page: `const Column = ListColumn<RecordOf<'mails'>>`.
 */
export function ListColumn<T extends RaRecord>(props: ColumnProps<T>) {
  const place = useDataTableRenderContext()
  if (place === 'header') return <Head {...(props as ColumnProps<RaRecord>)} />
  return place === 'data' ? <Cell {...(props as ColumnProps<RaRecord>)} /> : null
}

const looks = ({ isNumeric, width }: ColumnProps<RaRecord>) => ({
  className: `${isNumeric ? 'number-column' : ''} ${width ? 'of-width' : ''}`.trim(),
})

/** Spread, since react-admin's column hands it on to MUI's cell without naming it. */
const WITH_EDGE = { component: HeadWithEdge }

function Head(props: ColumnProps<RaRecord>) {
  const { source, label, sortByOrder, width } = props
  const sort = useDataTableSortContext()
  const direction = sort?.order === 'ASC' ? 'asc' : 'desc'
  return (
    <DataTable.Col
      {...{ source, label, ...looks(props), ...headOfWidth(width) }}
      {...(sortByOrder ? { sortByOrder } : { disableSort: true })}
      {...WITH_EDGE}
      data-column={source}
      scope="col"
      sortDirection={sort?.field === source && direction}
    />
  )
}

function Cell(props: ColumnProps<RaRecord>) {
  const { source, render, tellsChange } = props
  const change = useLiveRowsContext().changes.get(useRecordContext()?.id ?? '')
  const marks = { 'data-changed': change?.columns.has(source) || undefined }
  const told = change && tellsChange ? () => <b>gerade, {change.by}</b> : render
  return (
    <DataTable.Col {...{ source, ...looks(props), ...marks }} {...(told && { render: told })} />
  )
}

interface NarrowColumnProps<T extends RaRecord> {
  narrow: (record: T) => NarrowRowParts
  /** Where the whole row leads. */
  rowPath?: ((record: T) => string | undefined) | undefined
}

/** All columns of a phone in one: a row in two lines, which as a whole is its link. */
export function NarrowColumn<T extends RaRecord>({ narrow, rowPath }: NarrowColumnProps<T>) {
  const isData = useDataTableRenderContext() === 'data'
  const record = useRecordContext<T>()
  const change = useLiveRowsContext().changes.get(record?.id ?? '')
  if (!isData || !record) return null
  const parts = narrow(record)
  const told = change ? { ...parts, aside: <b>gerade, {change.by}</b> } : parts
  return <NarrowCells parts={told} path={rowPath?.(record)} />
}

/**
 * The boxes, in place of the stock ones: those put their label on the span around the box, where it is not read, and
 * it is the same in all rows.
 */
export function SelectColumn<T extends RaRecord>({
  rowLabel,
}: {
  rowLabel: (record: T) => string
}) {
  const place = useDataTableRenderContext()
  const record = useRecordContext<T>()
  const ids = useDataTableSelectedIdsContext()
  const { handleToggleItem } = useDataTableCallbacksContext()
  if (place === 'header')
    return (
      <TableCell className="selection">
        <SelectPageCheckbox />
      </TableCell>
    )
  if (place !== 'data' || !record) return null
  return (
    <TableCell className="selection">
      <Checkbox
        checked={ids?.includes(record.id) ?? false}
        onClick={(event: MouseEvent) =>
          handleToggleItem?.(record.id, event as MouseEvent<HTMLInputElement>)
        }
        slotProps={{ input: { 'aria-label': `${rowLabel(record)} auswählen` } }}
      />
    </TableCell>
  )
}

/** Where `j` and `k` stand. */
export const CurrentRow = createContext<Identifier | undefined>(undefined)

/** A row that shows where the keys stand, and that it has been changed; keys scroll to its `data-row`. */
function Row(props: DataTableRowProps) {
  const id = useRecordContext()?.id
  const index = useDataTableDataContext()?.findIndex((one) => one.id === id)
  const isChanged = useLiveRowsContext().changes.has(id ?? '')
  return (
    <DataTableRow
      {...props}
      data-row={index}
      data-current={useContext(CurrentRow) === id || undefined}
      data-changed={isChanged || undefined}
    />
  )
}

export const Rows = (props: DataTableBodyProps) => <DataTableBody {...props} row={Row} />
