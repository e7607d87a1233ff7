import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { NEWS_EVERY } from '@/api/news'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatNumber } from '@/lib/format'
import { householdName, packageName, planName, shownState } from '@/lib/reservationWords'
import { useSession } from '@/session/session'
import { StateMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import { SkeletonRows } from '@/ui/list/SkeletonRows'
import { ScrollRegion } from '@/ui/page/ScrollRegion'

const ROWS = 6
const COLUMNS = ['Name', 'Paket', 'Stand', 'Eingang', 'Kampagne']

/** The last few that came in. */
export function LatestReservations() {
  const {
    data: list,
    error,
    isPending,
  } = useStaffQuery('/api/staff/reservations', {
    params: { query: { page: 1, per_page: ROWS, sort: 'created_at', order: 'desc' } },
    refetchEvery: NEWS_EVERY,
  })
  const { data, total } = list ?? {}
  return (
    <section className="sheet latest" aria-labelledby="latest-reservations">
      <div className="head-row">
        <h2 id="latest-reservations">Neueste Reservierungen</h2>
        <Button component={Link} to="/reservations">
          {total ? `Alle ${formatNumber(total)}` : 'Alle'}
          <span className="visually-hidden"> Reservierungen</span>
        </Button>
      </div>
      {error && !data && <p role="alert">{errorWords(error)}</p>}
      {data?.length === 0 && (
        <p className="muted">
          Noch hat niemand reserviert. Die erste Reservierung erscheint hier von selbst.
        </p>
      )}
      {(isPending || (data?.length ?? 0) > 0) && <Rows rows={data ?? []} isPending={isPending} />}
    </section>
  )
}

function Rows({
  rows,
  isPending,
}: {
  rows: readonly Schemas['ReservationRowOut'][]
  isPending: boolean
}) {
  const hasSpots = useSession()?.account.role !== 'marketing'
  const columns = hasSpots ? COLUMNS.length + 1 : COLUMNS.length
  return (
    <ScrollRegion label="Tabelle der neuesten Reservierungen" isBusy={isPending}>
      <table>
        <thead>
          <tr>
            {hasSpots && (
              <th scope="col" className="number-column">
                Platz
              </th>
            )}
            {COLUMNS.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isPending && <SkeletonRows columns={columns} rows={ROWS} />}
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Row({ row }: { row: Schemas['ReservationRowOut'] }) {
  const state = shownState(row)
  return (
    <tr>
      {row.spot_number !== null && (
        <td className="number-column">
          <b>{row.spot_number}</b>
        </td>
      )}
      <td>
        <Link to={`/reservations/${row.id}/show`}>{householdName(row)}</Link>
        {row.reference && <small>{row.reference}</small>}
      </td>
      <td>
        {packageName(row.annual_kwh)}
        <small>{planName(row.payment_plan)}</small>
      </td>
      <td>
        <StateMark state={state} />
      </td>
      <td>
        <MomentField at={row.created_at} isShort />
      </td>
      <td>{row.utm_campaign || 'Ohne Kampagne'}</td>
    </tr>
  )
}
