import { NEWS_EVERY } from '@/api/news'
import { useStaffQuery } from '@/api/useStaffQuery'

/** One reservation with everything stored about it. */
export const useReservation = (id: number) =>
  useStaffQuery('/api/staff/reservations/{reservation_id}', {
    params: { path: { reservation_id: id } },
    refetchEvery: NEWS_EVERY,
  })
