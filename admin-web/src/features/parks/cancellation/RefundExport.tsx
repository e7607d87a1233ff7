import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useStaffChange } from '@/api/useStaffChange'
import { startDownload } from '@/lib/download'
import { FormatChoice } from '@/ui/form/FormatChoice'
import { FormDialog } from '@/ui/form/FormDialog'
import type { ExportFormat } from '@/ui/form/formats'
import type { Park } from '@/ui/park/capacity'

/** The refunds as a file, for whoever pays them out. */
export function RefundExport({ park, onClose }: { park: Park; onClose: () => void }) {
  const { run, isRunning, problem } = useStaffChange()
  const notify = useNotify()
  const [format, setFormat] = useState<ExportFormat>('csv-de')

  async function start() {
    const body = { resource: 'refunds' as const, format, park: park.id }
    const file = await run('post', '/api/staff/exports', { body })
    if (!file) return
    startDownload(file)
    notify(`„${file.file_name}“ wird heruntergeladen.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title="Erstattungen exportieren"
      button={isRunning ? 'Wird vorbereitet' : 'Exportieren'}
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={start}
    >
      <p className="flush">Ein Haushalt je Zeile, mit Beträgen und Frist.</p>
      <FormatChoice format={format} onFormat={setFormat} />
      <p className="tiny muted flush">
        Der Export wird protokolliert: wer, wann, wie viele Zeilen.
      </p>
    </FormDialog>
  )
}
