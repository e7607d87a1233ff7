import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'

/** What can be done with the selected rows; there while at least one is selected. */
export function BulkBar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  if (selectedIds.length === 0) return null
  return (
    <section className="auswahlleiste" aria-label="Auswahl">
      <strong role="status">
        {translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      </strong>
      {children}
      <Button variant="text" onClick={() => onUnselectItems()}>
        Auswahl aufheben
      </Button>
    </section>
  )
}
