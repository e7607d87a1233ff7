import Button from '@mui/material/Button'
import { useListContext } from 'react-admin'
import { formatNumber } from '@/lib/format'

const SIZES = [10, 25, 50, 100]

interface PagerProps {
  /** How many there are is said elsewhere. */
  isCounted?: boolean
  /** Only the way to the neighbouring pages. */
  isShort?: boolean
}

/** „26 bis 50 von 316“ with the way to the neighbouring pages and the number of rows. */
export function Pager({ isCounted = false, isShort = false }: PagerProps) {
  const { data, page, perPage, total, setPage, setPerPage, hasNextPage, hasPreviousPage } =
    useListContext()
  if (!data?.length) return null
  const first = (page - 1) * perPage + 1
  const last = first + data.length - 1
  return (
    <nav className="list-pager" aria-label="Seiten">
      {!isShort && (
        <>
          <span role="status">
            {isCounted
              ? `Zeilen ${formatNumber(first)}–${formatNumber(last)}`
              : rangeWords(first, last, total, hasNextPage === true)}
          </span>
          <label>
            <span className="visually-hidden">Zeilen je Seite</span>
            <select
              className="choice"
              value={perPage}
              onChange={(event) => setPerPage(Number(event.target.value))}
            >
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  {size} je Seite
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <Button disabled={!hasPreviousPage} onClick={() => setPage(page - 1)}>
        Zurück
      </Button>
      <Button disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
        Weiter
      </Button>
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
