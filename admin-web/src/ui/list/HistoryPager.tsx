import Button from '@mui/material/Button'
import { formatNumber } from '@/lib/format'

interface HistoryPagerProps {
  label: string
  answer: { data: readonly unknown[]; has_next: boolean; total: number | null } | undefined
  page: number
  perPage: number
  onPage: (page: number) => void
}

/** Newer and older entries of a history; nothing where all of it is on one page. */
export function HistoryPager({ label, answer, page, perPage, onPage }: HistoryPagerProps) {
  const hasNext = answer?.has_next === true
  if (page === 1 && !hasNext) return null
  const first = (page - 1) * perPage + 1
  const last = first + (answer?.data.length ?? 0) - 1
  return (
    <nav className="pager" aria-label={label}>
      <span role="status">{rangeWords(first, last, answer?.total ?? undefined, hasNext)}</span>
      <span>
        <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
          Neuere
        </Button>
        <Button disabled={!hasNext} onClick={() => onPage(page + 1)}>
          Ältere
        </Button>
      </span>
    </nav>
  )
}

/** Without a total the server has not counted, since that would cost more than the page itself. */
export function rangeWords(
  first: number,
  last: number,
  total: number | undefined,
  more: boolean,
): string {
  const range = `${formatNumber(first)} bis ${formatNumber(last)}`
  if (total !== undefined) return `${range} von ${formatNumber(total)}`
  if (more) return `Zeilen ${formatNumber(first)}–${formatNumber(last)}, es gibt weitere`
  return `${range} von ${formatNumber(last)}`
}
