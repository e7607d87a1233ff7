import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { ExportDialog } from './ExportDialog'
import { exportWords } from './exportWords'

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
