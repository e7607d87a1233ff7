import type { ReactNode } from 'react'
import type { Input } from '@/api/operations'
import { startDownload } from '@/lib/download'
import { EditDialog } from '../form/EditDialog'
import { RadioInput } from '../form/inputs'
import { type ExportFormat, FORMATS } from './formats'

interface ExportDialogProps {
  title: string
  /** What the file holds, and what of its making is put on record. */
  children: ReactNode
  /** The request for a file in this format. */
  wish: (format: ExportFormat) => Input<'post', '/api/staff/exports'>['body']
  onClose: () => void
}

/** Asks for a file in one of the formats and starts its download. */
export const ExportDialog = ({ title, children, wish, onClose }: ExportDialogProps) => (
  <EditDialog
    title={title}
    button={({ isRunning }) => (isRunning ? 'Wird vorbereitet' : 'Exportieren')}
    maxWidth="sm"
    start={{ format: 'csv-de' as ExportFormat }}
    save={async (call, { format }) => {
      const file = await call('post', '/api/staff/exports', { body: wish(format) })
      startDownload(file)
      return file
    }}
    done={({ file_name }) => `„${file_name}“ wird heruntergeladen.`}
    onClose={onClose}
  >
    {children}
    <RadioInput source="format" legend="Format" options={FORMATS} />
  </EditDialog>
)
