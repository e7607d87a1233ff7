import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { startDownload } from '@/lib/download'
import { FormatChoice } from '@/ui/form/FormatChoice'
import { FormDialog } from '@/ui/form/FormDialog'
import type { ExportFormat } from '@/ui/form/formats'
import { useAuditFilters } from './useAuditFilters'

/** What the filters leave, as a file. */
export function AuditExport() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Exportieren</Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const { filters } = useAuditFilters()
  const { run, isRunning, problem } = useStaffChange()
  const notify = useNotify()
  const [format, setFormat] = useState<ExportFormat>('csv-de')

  async function start() {
    const file = await run('post', '/api/staff/exports', {
      body: { resource: 'audit', format, filters },
    })
    if (!file) return
    startDownload(file)
    notify(`„${file.file_name}“ wird heruntergeladen.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title="Protokoll exportieren"
      button={isRunning ? 'Wird vorbereitet' : 'Exportieren'}
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={start}
    >
      <p className="flush">
        Alle Einträge zu diesen Filtern, jeder in einer Zeile, auch die einzelnen Reservierungen
        eines Vorgangs.
      </p>
      <FormatChoice format={format} onFormat={setFormat} />
      <p className="tiny muted flush">
        Der Export wird protokolliert: wer, wann, welche Filter, wie viele Zeilen.
      </p>
    </FormDialog>
  )
}
