import Checkbox from '@mui/material/Checkbox'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import type { Column } from '../columns'
import { useLiveRowsContext } from '../live/changedRows'

interface TableRowProps<T extends RaRecord> {
  columns: readonly Column<T>[]
  record: T
  label: string
  index: number
  /** Where `j` and `k` stand. */
  isCurrent: boolean
  isSelectable: boolean
}

/** One record. The fields in its cells may read it from react-admin's record context. */
export function TableRow<T extends RaRecord>(props: TableRowProps<T>) {
  const { columns, record, label, index, isCurrent, isSelectable } = props
  const { selectedIds, onToggleItem } = useListContext()
  const change = useLiveRowsContext().changes.get(record.id)
  return (
    <RecordContextProvider value={record}>
      <tr
        data-row={index}
        data-current={isCurrent || undefined}
        data-changed={change !== undefined || undefined}
      >
        {isSelectable && (
          <td className="selection">
            <Checkbox
              checked={selectedIds.includes(record.id)}
              onChange={() => onToggleItem(record.id)}
              slotProps={{ input: { 'aria-label': `${label} auswählen` } }}
            />
          </td>
        )}
        {columns.map(({ name, isNumeric, tellsChange, render }) => (
          <td
            key={name}
            className={isNumeric ? 'number-column' : undefined}
            data-changed={change?.columns.has(name) || undefined}
          >
            {change && tellsChange ? <b>gerade, {change.by}</b> : render(record)}
          </td>
        ))}
      </tr>
    </RecordContextProvider>
  )
}
