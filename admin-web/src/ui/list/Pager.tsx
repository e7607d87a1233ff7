import Button from '@mui/material/Button'
import { useListContext } from 'react-admin'
import { formatNumber } from '@/lib/format'

const SIZES = [10, 25, 50, 100]

/** „26 bis 50 von 316“ with the way to the neighbouring pages and the number of rows. */
export function Pager() {
  const { data, page, perPage, total, setPage, setPerPage, hasNextPage, hasPreviousPage } =
    useListContext()
  if (!data?.length) return null
  const first = (page - 1) * perPage + 1
  return (
    <nav className="pager" aria-label="Seiten">
      <span role="status">
        {rangeWords(first, first + data.length - 1, total, hasNextPage === true)}
      </span>
      <span>
        <label>
          Zeilen{' '}
          <select
            className="choice"
            value={perPage}
            onChange={(event) => setPerPage(Number(event.target.value))}
          >
            {SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
        <Button disabled={!hasPreviousPage} onClick={() => setPage(page - 1)}>
          Zurück
        </Button>
        <Button disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
          Weiter
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
