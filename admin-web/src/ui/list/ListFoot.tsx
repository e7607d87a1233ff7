import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { FootKeys } from '@/ui/keys/Keys'
import type { KeyName } from '@/ui/keys/keyTable'
import { useShortcut } from '@/ui/keys/useShortcut'
import { Pager } from './Pager'

interface ListFootProps {
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode
  canOpen: boolean
  /** The count stands in the strip already. */
  isCounted: boolean
}

/** The line below a table: its keys and pages. With selected rows it offers what can be done with them. */
export function ListFoot({ bulkActions, canOpen, isCounted }: ListFootProps) {
  const { selectedIds } = useListContext()
  const hasSelection = bulkActions !== undefined && selectedIds.length > 0
  return (
    <div className="list-foot" data-active={hasSelection || undefined}>
      {hasSelection ? (
        <Selection>{bulkActions}</Selection>
      ) : (
        <FootKeys names={namesOf(canOpen, bulkActions !== undefined)} />
      )}
      <Pager isCounted={isCounted} isShort={hasSelection} />
    </div>
  )
}

function Selection({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext()
  const translate = useTranslate()
  useShortcut('Escape', () => onUnselectItems())
  return (
    <section className="selection-bar" aria-label="Auswahl">
      <span role="status">
        {translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      </span>
      {children}
      <Button variant="text" onClick={() => onUnselectItems()}>
        Auswahl aufheben
      </Button>
    </section>
  )
}

const namesOf = (canOpen: boolean, isSelectable: boolean): KeyName[] => [
  ...(canOpen ? (['move', 'open'] as const) : []),
  ...(isSelectable ? (['select'] as const) : []),
  'filter',
  'density',
]
