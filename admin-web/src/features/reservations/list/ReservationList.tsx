import { useSearchParams } from 'react-router-dom'
import { householdName } from '@/lib/reservationWords'
import { ConsoleList } from '@/ui/list/ConsoleList'
import { ExportButton } from '../exports/ExportButton'
import { useFacets } from '../useFacets'
import { useIsClerk } from '../useRole'
import { BulkActions } from './BulkActions'
import { columns, narrowRow, showPath } from './columns'
import { offeredFilters } from './filters/filters'
import { ListCount } from './ListCount'
import { useRememberedOrder } from './useListOrder'
import { useSelectionKey } from './useSelectionKey'
import { SavedViews } from './views/SavedViews'

/** What a clerk works with: saved views and filters above the table, operations below it. */
export function ReservationList() {
  const isClerk = useIsClerk()
  const facets = useFacets()
  const [query] = useSearchParams()
  const isBurst = query.get('filter')?.includes('"burst"') ?? false
  return (
    <ConsoleList
      resource="reservations"
      title="Reservierungen"
      isLive
      topic="reservation"
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={columns(isClerk, isBurst)}
      rowLabel={householdName}
      rowPath={showPath}
      narrow={narrowRow}
      lead={<Lead isClerk={isClerk} />}
      filters={offeredFilters(facets, isClerk)}
      count={<ListCount />}
      actions={<ExportButton />}
      bulkActions={isClerk ? <BulkActions /> : undefined}
      empty="Noch hat niemand reserviert. Sobald die erste Reservierung eingeht, steht sie hier."
    />
  )
}

function Lead({ isClerk }: { isClerk: boolean }) {
  useRememberedOrder()
  useSelectionKey(isClerk)
  return <SavedViews />
}
