import type { ListAnswer } from '@/api/dataProvider'
import { useStaffQuery } from '@/api/old/useStaffQuery'

/** A park by its name, as staff last wrote it; its address until the name is known. */
export function ParkName({ id }: { id: string }) {
  const { data } = useStaffQuery<ListAnswer<{ id: string; name: string }>>('parks')
  return data?.data.find((park) => park.id === id)?.name ?? id
}
