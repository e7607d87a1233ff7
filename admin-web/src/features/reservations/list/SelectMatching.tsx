import Button from '@mui/material/Button'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { useCall } from '@/api/useCall'
import { formatNumber } from '@/lib/format'
import type { ReservationRow } from '../types'
import { listFilters, listOrder } from './query'

const PAGE = 100

/** Selects every row that fits the filters, not only this page, as far as one operation can take them. */
export function SelectMatching({ most }: { most: number }) {
  const { data, total, selectedIds, filterValues, sort, onSelect } =
    useListContext<ReservationRow>()
  const call = useCall()
  const [isLoading, setLoading] = useState(false)
  const isWholePage = data?.every(({ id }) => selectedIds.includes(id))
  if (!isWholePage || total == null || total > most || selectedIds.length >= total) return null

  async function selectAll() {
    setLoading(true)
    const pages = Array.from({ length: Math.ceil((total ?? 0) / PAGE) }, (_, index) => index + 1)
    const answers = pages.map((page) =>
      call('get', '/api/staff/reservations', {
        params: {
          query: { page, per_page: PAGE, ...listOrder(sort), ...listFilters(filterValues) },
        },
      }),
    )
    try {
      onSelect((await Promise.all(answers)).flatMap((answer) => answer.data.map(({ id }) => id)))
    } finally {
      setLoading(false)
    }
  }

  return (
    <Button variant="text" disabled={isLoading} onClick={() => void selectAll()}>
      Alle {formatNumber(total)} auswählen
    </Button>
  )
}
