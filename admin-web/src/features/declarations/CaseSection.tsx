import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDay, formatMoment } from '@/lib/format'
import { ShapeMark, StateMark } from '@/ui/fields/StateMark'
import { type Declaration, STATES, STEPS, type StepName, timeWords } from './declaration'
import { StepDialog } from './StepDialog'

/** Where it stands, until when money has to go back, and the steps that are possible. */
export function CaseSection({ declaration }: { declaration: Declaration }) {
  const [asked, setAsked] = useState<StepName>()
  const { state, steps } = declaration
  return (
    <section className="sheet" aria-labelledby="case">
      <div className="head-row">
        <h2 id="case">
          <ShapeMark {...STATES[state]} />
          {declaration.is_overdue && <span className="marker overdue">überfällig</span>}
        </h2>
        <p className="buttons">
          {steps.map(({ name }) => (
            <Button key={name} {...buttonLook(declaration, name)} onClick={() => setAsked(name)}>
              {name === 'match' && state === 'matched' ? 'Zuordnung ändern' : STEPS[name].button}
            </Button>
          ))}
        </p>
      </div>
      <Facts declaration={declaration} />
      {asked && (
        <StepDialog declaration={declaration} step={asked} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

/** One button is the next step; a second match and a rejection are not. */
const buttonLook = ({ state }: Declaration, name: StepName) =>
  name === 'reject' || (name === 'match' && state === 'matched')
    ? ({ variant: 'outlined' } as const)
    : ({ variant: 'contained', color: 'secondary' } as const)

function Facts({ declaration }: { declaration: Declaration }) {
  const { reference, refund_due_on, refunded_at, decided_at, ends_on, words } = declaration
  return (
    <dl className="pairs">
      <Pair label="Vorgang">{reference}</Pair>
      <Pair label="Reservierung">
        <Matched declaration={declaration} />
      </Pair>
      {refund_due_on && (
        <Pair label="Erstattung">
          {refunded_at
            ? `Vermerkt am ${formatMoment(refunded_at)}`
            : `Spätestens am ${formatDay(refund_due_on)}`}
        </Pair>
      )}
      {decided_at && <Pair label="Entschieden">{formatMoment(decided_at)}</Pair>}
      {ends_on && <Pair label="Vertrag endet">{formatDay(ends_on)}</Pair>}
      {words && (
        <Pair label="Ihre Worte">
          <span className="wording-inline">{words}</span>
        </Pair>
      )}
    </dl>
  )
}

function Matched({ declaration: { reservation, state } }: { declaration: Declaration }) {
  if (!reservation) return state === 'received' ? 'Noch nicht zugeordnet' : 'Passt zu keiner'
  const time = timeWords(reservation, formatDay)
  return (
    <>
      <Link to={`/reservations/${reservation.reservation_id}/show`}>{reservation.reference}</Link>,{' '}
      {reservation.name}, Platz {reservation.spot_number} in {reservation.park_name}
      <small>
        <StateMark state={reservation.state} />
      </small>
      {time && <small className={reservation.is_in_time ? undefined : 'late'}>{time}</small>}
    </>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
