import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { startDownload } from '@/lib/download'
import type { ExportFormat } from '@/ui/export/formats'
import { shownColumns, useChosenColumns } from '@/ui/table/useChosenColumns'
import { columns } from '../list/columns'
import { useCount } from '../list/ListCount'
import { listFilters, listOrder } from '../list/query'
import { useIsClerk } from '../useRole'
import { ExportChoices } from './ExportChoices'
import { exportedColumns } from './exportedColumns'
import { exportWords } from './exportWords'

/** Asks for format and columns, says how many rows it will be, and starts the download. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { filterValues, total } = useListContext()
  const count = useCount(filterValues ?? {}, true)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [isEverything, setEverything] = useState(false)
  const start = useExport(onClose)
  const rows = count.data?.count ?? total

  function submit(event: FormEvent) {
    event.preventDefault()
    start.mutate({ format, isEverything })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="export">
      <form onSubmit={submit}>
        <DialogTitle id="export">Liste exportieren</DialogTitle>
        <DialogContent className="form">
          <p>Alle Zeilen zu dieser Suche und diesen Filtern, in der Reihenfolge der Liste.</p>
          <ExportChoices
            format={format}
            onFormat={setFormat}
            isEverything={isEverything}
            onEverything={setEverything}
          />
          <p className="tiny muted">
            Der Export wird protokolliert: wer, wann, welche Filter, wie viele Zeilen.
          </p>
          {start.error && (
            <p className="error-text" role="alert">
              {errorWords(start.error)}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            type="submit"
            variant="contained"
            color="secondary"
            disabled={start.isPending || rows === 0}
          >
            {start.isPending ? 'Wird vorbereitet' : exportWords(rows)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function useExport(onDone: () => void) {
  const call = useCall()
  const notify = useNotify()
  const isClerk = useIsClerk()
  const { filterValues, sort } = useListContext()
  const [chosen] = useChosenColumns()
  return useMutation({
    mutationFn: ({ format, isEverything }: { format: ExportFormat; isEverything: boolean }) =>
      call('post', '/api/staff/exports', {
        body: {
          resource: 'reservations',
          format,
          filters: listFilters(filterValues ?? {}),
          ...listOrder(sort),
          columns: isEverything ? null : exportedColumns(shownColumns(columns(isClerk), chosen)),
        },
      }),
    onSuccess: (file) => {
      startDownload(file)
      notify(`„${file.file_name}“ wird heruntergeladen.`, { type: 'success' })
      onDone()
    },
  })
}
