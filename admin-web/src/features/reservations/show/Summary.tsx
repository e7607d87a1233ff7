import { formatKwh, formatMomentShort, formatMoney } from '@/lib/format'
import { DEPOSITS } from '@/lib/operationWords'
import { packageName, planName, shownState } from '@/lib/reservationWords'
import { ParkName } from '@/ui/fields/ParkName'
import { StateCell, StateMark } from '@/ui/fields/StateMark'
import { MomentField } from '@/ui/fields/values'
import type { Reservation } from '../types'

/** What one wants to know at first sight: the place, where it stands, what was chosen. */
export function Summary({ record }: { record: Reservation }) {
  const state = shownState(record)
  return (
    <section className="sheet summary" aria-label="Auf einen Blick">
      <div className="summary-spot">
        <StateCell state={state} />
        <p>
          {record.spot_number !== null && <b className="number">Platz {record.spot_number}</b>}
          <span className="muted">
            Park <ParkName id={record.park} />
          </span>
        </p>
      </div>
      <dl className="figures">
        <Fact label="Stand">
          <StateMark state={state} />
          <SpotNote record={record} />
        </Fact>
        <Fact label="Paket">
          {packageName(record.annual_kwh)}
          <small>{formatKwh(record.annual_kwh)} im Jahr</small>
        </Fact>
        <Fact label="Zahlung">
          {planName(record.payment_plan)}
          <small>{formatMoney(record.plan_total_cents)} gesamt</small>
        </Fact>
        <Fact label="Kartenprüfung">{DEPOSITS[record.deposit_state] ?? record.deposit_state}</Fact>
        <Fact label="Eingang">
          <MomentField at={record.created_at} isShort />
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The number of a cancelled reservation is still kept for it during the undo window. */
function SpotNote({ record }: { record: Reservation }) {
  const { held_until, held_for } = record.spot
  if (held_until === null || held_for !== 'undo') return null
  return <small>Platz gehalten bis {formatMomentShort(held_until)}</small>
}
