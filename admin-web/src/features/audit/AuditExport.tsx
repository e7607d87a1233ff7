import Button from '@mui/material/Button'
import { useState } from 'react'
import { ExportDialog } from '@/ui/export/ExportDialog'
import { useAuditFilters } from './useAuditFilters'

/** What the filters leave, as a file. */
export function AuditExport() {
  const [isOpen, setOpen] = useState(false)
  const { filters } = useAuditFilters()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Exportieren</Button>
      {isOpen && (
        <ExportDialog
          title="Protokoll exportieren"
          wish={(format) => ({ resource: 'audit', format, filters })}
          onClose={() => setOpen(false)}
        >
          <p className="flush">
            Alle Einträge zu diesen Filtern, jeder in einer Zeile, auch die einzelnen Reservierungen
            eines Vorgangs. Der Export wird protokolliert: wer, wann, welche Filter, wie viele
            Zeilen.
          </p>
        </ExportDialog>
      )}
    </>
  )
}
