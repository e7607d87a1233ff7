import { useStaffQuery } from '@/api/useStaffQuery'
import { actionsOf } from '@/features/reservations/operations/recordActions'
import { useSettled } from '@/lib/useSettled'
import type { RecordAction } from '@/ui/palette/recordActions'

const NOTHING: readonly RecordAction[] = []
/** Milliseconds on one household before more of it is fetched; who goes on with the arrows passes by. */
const REST = 150

/** What can be done with a household now. Fetching it also has its page at hand. */
export function useActions(id: number | undefined): readonly RecordAction[] {
  const settled = useSettled(id, REST)
  const { data } = useStaffQuery('/api/staff/reservations/{reservation_id}', {
    params: { path: { reservation_id: settled ?? 0 } },
    isEnabled: settled !== undefined,
  })
  return data && data.id === id ? actionsOf(data) : NOTHING
}
