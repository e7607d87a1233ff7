import { useListContext } from 'react-admin'
import { formatMoment } from '@/lib/format'
import { useSession } from '@/session/session'
import { type Filter, filterWords } from './filters/filter'
import { useFilters } from './filters/useFilters'
import { rangeWords } from './Pager'

/** On paper only: which rows these are, who printed them and when. */
export function PrintHead({ filters }: { filters: readonly Filter[] }) {
  const { data, page, perPage, total, hasNextPage } = useListContext()
  const name = useSession()?.account.name
  const { values } = useFilters()
  const set = filters
    .map((filter) => ({ label: filter.label, words: filterWords(filter, values) }))
    .filter(({ words }) => words)
  const first = (page - 1) * perPage + 1
  const last = first + (data?.length ?? 0) - 1
  return (
    <div className="print-head only-paper">
      <p>
        {set.length === 0 && 'Ohne Filter'}
        {set.map(({ label, words }, place) => (
          <span key={label}>
            {place > 0 && '; '}
            {label}: {words}
          </span>
        ))}
      </p>
      <p>
        {data?.length ? `${rangeWords(first, last, total, hasNextPage === true)}. ` : ''}
        Gedruckt von {name} am {formatMoment(new Date())}.
      </p>
    </div>
  )
}
