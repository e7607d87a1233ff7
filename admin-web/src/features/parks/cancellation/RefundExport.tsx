import { ExportDialog } from '@/ui/export/ExportDialog'
import type { Park } from '@/ui/park/capacity'

/** The refunds as a file for the accounts department. */
export function RefundExport({ park, onClose }: { park: Park; onClose: () => void }) {
  return (
    <ExportDialog
      title="Erstattungen exportieren"
      wish={(format) => ({ resource: 'refunds', format, park: park.id })}
      onClose={onClose}
    >
      <p className="flush">
        Ein Haushalt je Zeile, mit Beträgen und Frist. Der Export wird protokolliert: wer, wann, wie
        viele Zeilen.
      </p>
    </ExportDialog>
  )
}
