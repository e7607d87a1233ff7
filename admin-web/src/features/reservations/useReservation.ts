import { useGetOne } from 'react-admin'
import { NEWS_EVERY } from '@/api/news'
import type { Reservation } from './types'

/**
 * One reservation with everything stored about it. The `meta` keeps it apart from the rows of lists,
 * which react-admin would hand out in its place until the answer is there.
 */
export const useReservation = (id: number) =>
  useGetOne<Reservation>(
    'reservations',
    { id, meta: { isWhole: true } },
    { refetchInterval: NEWS_EVERY },
  )
