import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useShortcut } from '@/ui/page/useShortcut'
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
        <Keys canOpen={canOpen} isSelectable={bulkActions !== undefined} />
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

function Keys({ canOpen, isSelectable }: { canOpen: boolean; isSelectable: boolean }) {
  return (
    <p className="foot-keys" aria-hidden="true">
      {canOpen && (
        <>
          <span>
            <kbd>j</kbd>
            <kbd>k</kbd> bewegen
          </span>
          <span>
            <kbd>Enter</kbd> öffnen
          </span>
        </>
      )}
      {isSelectable && (
        <span>
          <kbd>x</kbd> auswählen
        </span>
      )}
      <span>
        <kbd>f</kbd> filtern
      </span>
      <span>
        <kbd>Umschalt</kbd>
        <kbd>D</kbd> dicht oder weit
      </span>
    </p>
  )
}
