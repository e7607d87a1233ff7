import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Pagination, useListContext, useTranslate } from 'react-admin'
import { FootKeys } from '@/ui/keys/Keys'
import type { KeyName } from '@/ui/keys/keyTable'
import { useShortcut } from '@/ui/keys/useShortcut'
import { rangeWords } from '@/ui/list/HistoryPager'

const SIZES = [10, 25, 50, 100]

interface FootProps {
  /** What can be done with the selected rows. */
  bulkActions?: ReactNode
  canOpen: boolean
}

/** The line below a table: its keys and pages. With selected rows it offers what can be done with them. */
export function Foot({ bulkActions, canOpen }: FootProps) {
  const { selectedIds, data, page, perPage, total, hasNextPage } = useListContext()
  // Of what is not counted the stock words would take every page for a full one.
  const first = (page - 1) * perPage + 1
  const last = first + (data?.length ?? 0) - 1
  const range = rangeWords(first, last, total, hasNextPage === true)
  const hasSelection = bulkActions !== undefined && selectedIds.length > 0
  return (
    <div className="list-foot" data-active={hasSelection || undefined}>
      {hasSelection ? (
        <Selection>{bulkActions}</Selection>
      ) : (
        <FootKeys names={namesOf(canOpen, bulkActions !== undefined)} />
      )}
      {data && data.length > 0 && (
        <Pagination rowsPerPageOptions={SIZES} {...{ labelDisplayedRows: () => range }} />
      )}
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
