import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { staffPath } from '@/api/dataProvider'
import { NEWS_EVERY } from '@/api/news'
import { request } from '@/api/old/request'
import { errorWords } from '@/api/problem'
import { formatMomentShort, formatNumber } from '@/lib/format'
import { householdName, packageName, planName, shownState } from '@/lib/reservationWords'
import { RESERVATION_STATES, STATES } from '@/lib/states'
import { StateCell } from '@/ui/fields/StateMark'
import { Page } from '@/ui/page/Page'
import { showPath } from '../list/columns'
import { viewAddress } from '../list/filters/filters'
import type { BoardColumn, ReservationRow } from '../types'

/** Reservations by state: how many, and the newest of each. */
export function BoardPage() {
  const { data, error } = useQuery({
    queryKey: ['reservations', 'board'],
    refetchInterval: NEWS_EVERY,
    queryFn: ({ signal }) =>
      request<{ columns: BoardColumn[] }>(
        'GET',
        staffPath('reservations', 'board'),
        undefined,
        signal,
      ),
  })
  return (
    <Page title="Stufen">
      {error && !data ? (
        <section className="sheet" role="alert">
          <p>{errorWords(error)}</p>
        </section>
      ) : (
        <section
          className="board"
          aria-label="Spalten nach Stand"
          aria-busy={!data}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
          tabIndex={0}
        >
          {(data?.columns ?? RESERVATION_STATES.map(unknown)).map((column) => (
            <Column key={column.state} column={column} isKnown={data !== undefined} />
          ))}
        </section>
      )}
    </Page>
  )
}

/** Keeps the place of a column while the board is on its way. */
const unknown = (state: BoardColumn['state']): BoardColumn => ({ state, count: 0, data: [] })

function Column({ column, isKnown }: { column: BoardColumn; isKnown: boolean }) {
  const { state, count, data } = column
  const more = count - data.length
  const { label } = STATES[state]
  const list = viewAddress({ filters: { state }, sort: 'created_at', order: 'desc' })
  return (
    <section className="board-column" aria-label={label}>
      <h2>
        <StateCell state={state} />
        {label}
        <b className="number">{isKnown ? formatNumber(count) : ' '}</b>
      </h2>
      {isKnown && count === 0 && <p className="muted tiny">Keine Reservierung.</p>}
      <ul>
        {data.map((row) => (
          <li key={row.id}>
            <Card row={row} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link className="button" to={list}>
          {formatNumber(more)} weitere
          <span className="visually-hidden"> im Stand {label}</span>
        </Link>
      )}
    </section>
  )
}

function Card({ row }: { row: ReservationRow }) {
  const isNew = shownState(row) === 'new'
  return (
    <Link className="card" to={showPath(row)}>
      <span className="card-head">
        <b>{householdName(row)}</b>
        {row.spot_number !== null && <span className="tabular">Platz {row.spot_number}</span>}
      </span>
      <span className="muted">
        {packageName(row.annual_kwh)}, {planName(row.payment_plan)}
      </span>
      <span className="muted">
        {isNew && (
          <>
            <StateCell state="new" /> neu,{' '}
          </>
        )}
        {formatMomentShort(row.created_at)}
      </span>
    </Link>
  )
}
