import { useListContext } from 'react-admin'
import { startDownload } from '@/lib/download'
import { type ExportFormat, FORMATS } from '@/ui/export/formats'
import { EditDialog } from '@/ui/form/EditDialog'
import { RadioInput } from '@/ui/form/inputs'
import { shownColumns, useChosenColumns } from '@/ui/table/useChosenColumns'
import { columns } from '../list/columns'
import { useCount } from '../list/ListCount'
import { listFilters, listOrder } from '../list/query'
import { useIsClerk } from '../useRole'
import { exportedColumns } from './exportedColumns'
import { exportWords } from './exportWords'

/** Asks for format and columns, says how many rows it will be, and starts the download. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { filterValues = {}, sort, total } = useListContext()
  const count = useCount(filterValues, true)
  const isClerk = useIsClerk()
  const [chosen] = useChosenColumns()
  const rows = count.data?.count ?? total
  return (
    <EditDialog
      title="Liste exportieren"
      button={({ isRunning }) => (isRunning ? 'Wird vorbereitet' : exportWords(rows))}
      color="secondary"
      maxWidth="sm"
      isBlocked={rows === 0}
      start={{ format: 'xlsx' as ExportFormat, columns: 'list' as Columns }}
      save={async (call, typed) => {
        const shown = exportedColumns(shownColumns(columns(isClerk), chosen))
        const file = await call('post', '/api/staff/exports', {
          body: {
            resource: 'reservations',
            format: typed.format,
            filters: listFilters(filterValues),
            ...listOrder(sort),
            columns: typed.columns === 'all' ? null : shown,
          },
        })
        startDownload(file)
        return file
      }}
      done={({ file_name }) => `„${file_name}“ wird heruntergeladen.`}
      onClose={onClose}
    >
      <p>Alle Zeilen zu dieser Suche und diesen Filtern, in der Reihenfolge der Liste.</p>
      <RadioInput source="format" legend="Format" options={FORMATS} />
      <RadioInput source="columns" legend="Spalten" options={COLUMNS} />
      <p className="tiny muted">
        Der Export wird protokolliert: wer, wann, welche Filter, wie viele Zeilen.
      </p>
    </EditDialog>
  )
}

type Columns = 'list' | 'all'

const COLUMNS: readonly { name: Columns; label: string }[] = [
  { name: 'list', label: 'Wie in der Liste' },
  { name: 'all', label: 'Alle gespeicherten' },
]
