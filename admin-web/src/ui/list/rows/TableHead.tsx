import Checkbox from '@mui/material/Checkbox'
import { type RaRecord, useListContext } from 'react-admin'
import { Icon } from '@/ui/page/Icon'
import type { Column } from '../columns'

interface TableHeadProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  isSelectable: boolean
}

export function TableHead<T extends RaRecord>({ columns, isSelectable }: TableHeadProps<T>) {
  const { sort } = useListContext()
  return (
    <thead>
      <tr>
        {isSelectable && (
          <th className="selection">
            <SelectPage />
          </th>
        )}
        {columns.map((column) => {
          const isSorted = sort.field === (column.sortBy ?? column.name)
          return (
            <th
              key={column.name}
              scope="col"
              className={column.isNumeric ? 'number-column' : undefined}
              aria-sort={isSorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
            >
              {column.isSortable ? <SortButton column={column} /> : column.label}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortButton<T extends RaRecord>({ column }: { column: Column<T> }) {
  const { sort, setSort } = useListContext()
  const field = column.sortBy ?? column.name
  const isSorted = sort.field === field
  const first = column.firstOrder ?? 'ASC'
  const opposite = sort.order === 'ASC' ? 'DESC' : 'ASC'
  return (
    <button
      type="button"
      className="sorting"
      onClick={() => setSort({ field, order: isSorted ? opposite : first })}
    >
      {column.label}
      {isSorted && <Icon name={sort.order === 'ASC' ? 'up' : 'down'} size={14} />}
    </button>
  )
}

function SelectPage() {
  const { data = [], selectedIds, onSelect } = useListContext()
  const ids = data.map(({ id }) => id)
  const selected = ids.filter((id) => selectedIds.includes(id))
  return (
    <Checkbox
      checked={ids.length > 0 && selected.length === ids.length}
      indeterminate={selected.length > 0 && selected.length < ids.length}
      onChange={(event) =>
        onSelect(
          event.target.checked
            ? [...new Set([...selectedIds, ...ids])]
            : selectedIds.filter((id) => !ids.includes(id)),
        )
      }
      slotProps={{ input: { 'aria-label': 'Alle auf dieser Seite auswählen' } }}
    />
  )
}
