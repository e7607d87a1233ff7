import useMediaQuery from '@mui/material/useMediaQuery'
import { householdName } from '@/lib/reservationWords'
import { ColumnChooser } from '@/ui/list/ColumnChooser'
import { ConsoleList } from '@/ui/list/ConsoleList'
import { ExportButton } from '../exports/ExportButton'
import { useIsClerk } from '../useRole'
import { BulkActions } from './BulkActions'
import { columns, narrowColumns, showPath } from './columns'
import { FilterBar } from './filters/FilterBar'
import { ListCount } from './ListCount'
import { useRememberedOrder } from './useListOrder'
import { useSelectionKey } from './useSelectionKey'
import { SavedViews } from './views/SavedViews'

/** What a clerk works with: search, filters and saved views above the table, operations below it. */
export function ReservationList() {
  const isClerk = useIsClerk()
  const isNarrow = useMediaQuery('(max-width: 48rem)', { noSsr: true })
  return (
    <ConsoleList
      resource="reservations"
      title="Reservierungen"
      isLive
      sort={{ field: 'created_at', order: 'DESC' }}
      columns={isNarrow ? narrowColumns(isClerk) : columns(isClerk)}
      rowLabel={householdName}
      rowPath={showPath}
      filters={<Tools isClerk={isClerk} isNarrow={isNarrow} />}
      actions={
        <div className="head-buttons">
          <ExportButton />
        </div>
      }
      bulkActions={isClerk ? <BulkActions /> : undefined}
      empty="Noch hat niemand reserviert. Sobald die erste Reservierung eingeht, steht sie hier."
    />
  )
}

function Tools({ isClerk, isNarrow }: { isClerk: boolean; isNarrow: boolean }) {
  useRememberedOrder()
  useSelectionKey(isClerk)
  return (
    <>
      <SavedViews />
      <FilterBar />
      <div className="list-head">
        <ListCount />
        {!isNarrow && <ColumnChooser columns={columns(isClerk)} />}
      </div>
    </>
  )
}
