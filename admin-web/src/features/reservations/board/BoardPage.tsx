import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatMomentShort, formatNumber } from '@/lib/format'
import { householdName, packageName, planName, shownState } from '@/lib/reservationWords'
import { RESERVATION_STATES, stateLabel } from '@/lib/states'
import { StateCell } from '@/ui/fields/StateMark'
import { Page } from '@/ui/page/Page'
import { listFilters, viewAddress } from '../list/query'
import { showPath } from '../showPath'
import type { ReservationRow } from '../types'

/** Reservations by state: how many, and the newest of each. */
export function BoardPage() {
  const { data, error } = useStaffQuery('/api/staff/reservations/board', {
    refetchEvery: NEWS_EVERY,
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
const unknown = (state: Schemas['BoardColumnOut']['state']): Schemas['BoardColumnOut'] => ({
  state,
  count: 0,
  data: [],
})

function Column({ column, isKnown }: { column: Schemas['BoardColumnOut']; isKnown: boolean }) {
  const { state, count, data } = column
  const more = count - data.length
  const label = stateLabel(state)
  const list = viewAddress({ filters: listFilters({ state }), sort: 'created_at', order: 'desc' })
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
