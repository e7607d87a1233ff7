import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'

/** What can be done with the selected rows. Always there, so that a first selection moves no row. */
export function BulkBar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  const count = selectedIds.length
  return (
    <section className="bulk-bar" aria-label="Auswahl" data-active={count > 0 || undefined}>
      <span role="status">
        {count > 0
          ? translate('ra.action.bulk_actions', { smart_count: count })
          : 'Nichts ausgewählt'}
      </span>
      {count > 0 && children}
      {count > 0 && (
        <Button variant="text" onClick={() => onUnselectItems()}>
          Auswahl aufheben
        </Button>
      )}
    </section>
  )
}
