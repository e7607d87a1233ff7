import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Input } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { startDownload } from '@/lib/download'
import { FormDialog } from '../form/FormDialog'
import { FormatChoice } from './FormatChoice'
import type { ExportFormat } from './formats'

interface ExportDialogProps {
  title: string
  /** What the file holds, and what of its making is put on record. */
  children: ReactNode
  /** The request for a file in this format. */
  wish: (format: ExportFormat) => Input<'post', '/api/staff/exports'>['body']
  onClose: () => void
}

/** Asks for a file in one of the formats and starts its download. */
export function ExportDialog({ title, children, wish, onClose }: ExportDialogProps) {
  const { run, isRunning, problem } = useStaffChange()
  const notify = useNotify()
  const [format, setFormat] = useState<ExportFormat>('csv-de')

  async function start() {
    const file = await run('post', '/api/staff/exports', { body: wish(format) })
    if (!file) return
    startDownload(file)
    notify(`„${file.file_name}“ wird heruntergeladen.`, { type: 'success' })
    onClose()
  }

  return (
    <FormDialog
      title={title}
      button={isRunning ? 'Wird vorbereitet' : 'Exportieren'}
      isBlocked={isRunning}
      problem={problem}
      isWide
      onClose={onClose}
      onSubmit={start}
    >
      {children}
      <FormatChoice format={format} onFormat={setFormat} />
    </FormDialog>
  )
}
