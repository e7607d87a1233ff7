import { useState } from 'react'
import { useListContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { householdName } from '@/lib/reservationWords'
import { Icon } from '@/ui/page/Icon'
import { ListColumn } from '@/ui/table/Column'
import { ListPage } from '@/ui/table/ListPage'
import { ExportDialog } from '../exports/ExportDialog'
import { exportWords } from '../exports/exportWords'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'
import { useFacets } from '../useFacets'
import { useIsClerk } from '../useRole'
import { BulkActions } from './BulkActions'
import { columns, narrowRow } from './columns'
import { offeredFilters } from './filters'
import { ListCount } from './ListCount'
import { useRememberedOrder } from './useListOrder'
import { SavedViews } from './views/SavedViews'

const Column = ListColumn<ReservationRow>

/** What a clerk works with: saved views and filters above the table, operations below it. */
export function ReservationList() {
  const isClerk = useIsClerk()
  const facets = useFacets()
  const [query] = useSearchParams()
  const isBurst = query.get('filter')?.includes('"burst"') ?? false
  return (
    <ListPage
      resource="reservations"
      title="Reservierungen"
      isLive
      topic="reservation"
      sort={{ field: 'created_at', order: 'DESC' }}
      rowLabel={householdName}
      rowPath={showPath}
      narrow={narrowRow}
      lead={<Lead />}
      filters={offeredFilters(facets, isClerk)}
      count={<ListCount />}
      actions={<ExportButton />}
      bulkActions={isClerk ? <BulkActions /> : undefined}
      empty="Noch hat niemand reserviert. Sobald die erste Reservierung eingeht, steht sie hier."
    >
      {columns(isClerk, isBurst).map((column) => (
        <Column key={column.source} {...column} />
      ))}
    </ListPage>
  )
}

function Lead() {
  useRememberedOrder()
  return <SavedViews />
}

/** „316 Zeilen exportieren“: all rows of the list as it is filtered now, not only this page. */
function ExportButton() {
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
