import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { formatNumber } from '@/lib/format'
import { ExportDialog } from './ExportDialog'

/** „316 Zeilen exportieren“: all rows of the list as it is filtered now, not only this page. */
export function ExportButton() {
  const { total } = useListContext()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={total === 0}>
        {exportWords(total)}
      </Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

export function exportWords(rows: number | null | undefined): string {
  if (rows === null || rows === undefined) return 'Liste exportieren'
  return rows === 1 ? '1 Zeile exportieren' : `${formatNumber(rows)} Zeilen exportieren`
}
