import { useState } from 'react'
import { useListContext } from 'react-admin'
import { Icon } from '@/ui/page/Icon'
import { ExportDialog } from './ExportDialog'
import { exportWords } from './exportWords'

/** „316 Zeilen exportieren“: all rows of the list as it is filtered now, not only this page. */
export function ExportButton() {
  const { total } = useListContext()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={exportWords(total)}
        disabled={total === 0}
        onClick={() => setOpen(true)}
      >
        <Icon name="download" size={16} />
        Export
      </button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
