import { useListContext } from 'react-admin'
import { formatMoment } from '@/lib/format'
import { useSession } from '@/session/session'
import { rangeWords } from '@/ui/list/HistoryPager'

/** On paper only, below the filters: which rows these are, who printed them and when. */
export function PrintHead() {
  const { data, page, perPage, total, hasNextPage, filterValues } = useListContext()
  const name = useSession()?.account.name
  const first = (page - 1) * perPage + 1
  const last = first + (data?.length ?? 0) - 1
  const range = data?.length ? `${rangeWords(first, last, total, hasNextPage === true)}. ` : ''
  return (
    <p className="print-head only-paper">
      {Object.keys(filterValues ?? {}).length === 0 && 'Ohne Filter. '}
      {range}Gedruckt von {name} am {formatMoment(new Date())}.
    </p>
  )
}
