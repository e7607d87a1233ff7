import { useStaffQuery } from '@/api/useStaffQuery'

/** A park by its name, as staff last wrote it; nothing until it is read. */
export function ParkName({ id }: { id: string }) {
  const { data } = useStaffQuery('/api/staff/parks')
  return data ? (data.data.find((park) => park.id === id)?.name ?? id) : null
}
