import { ChevronUpIcon } from '@/components/icons'
import { formText } from '@/content/de/reservation'
import { formatShortEuro } from '@/lib/germanNumbers'
import { creditOf } from '@/lib/offer/credit'
import { paidFor, reservationPayment } from '@/lib/offer/instalments'
import { creditRate, packageOf, planOf } from '@/lib/offer/offer'
import type { ReservationValues } from '@/lib/reservation/fields'
import { typeset } from '@/lib/typeset'
import { MissingFields } from './MissingFields'
import { isHeldBack, type Reservation } from './useReservation'
import { STEP_COUNT } from './useSteps'

/** The form the button below belongs to, although it stands outside of it. */
export const FORM_ID = 'reservierung'

const MISSING_ID = 'fehlt-leiste'

/** The end of each step on small screens: what it costs, the way on and the way back. */
export function SumBar(reservation: Reservation) {
  const { form, steps, unlocked, visit } = reservation
  return (
    <aside className="sumbar" aria-label={formText.bar.label}>
      {unlocked && steps.current === STEP_COUNT && (
        <MissingFields id={MISSING_ID} values={form.values} onVisit={visit} />
      )}
      <div className="sumbar__row">
        <p className="sumbar__figures">
          <Figures values={form.values} />
        </p>
        {steps.current > 1 && (
          <button
            type="button"
            className="button button--line sumbar__back"
            aria-label={formText.back}
            onClick={() => steps.go(steps.current - 1)}
          >
            <ChevronUpIcon />
          </button>
        )}
        {steps.current < STEP_COUNT ? <Next {...reservation} /> : <Submit {...reservation} />}
      </div>
    </aside>
  )
}

/** Today first, which costs nothing; then all that follows, and what a year is expected to bring. */
function Figures({ values }: { values: ReservationValues }) {
  const { today, later, back } = formText.bar
  const payment = reservationPayment(
    packageOf(values.annual_kwh).price,
    planOf(values.payment_plan),
  )
  const { annual } = creditOf(values.annual_kwh, creditRate.minimum)
  return (
    <>
      <Figure label={today} figure={formatShortEuro(0)} />
      <Figure label={later} figure={formatShortEuro(paidFor(payment))} />
      <Figure label={back} figure={formatShortEuro(annual)} />
    </>
  )
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <span className="sumbar__figure">
      <span className="tiny quiet">{label} </span>
      <strong className="tabular">{typeset(figure)}</strong>{' '}
    </span>
  )
}

const NEXT = [formText.energy.next, formText.packages.next, formText.payment.next]

/** "Weiter", and where to as long as there is room for it. */
function Next({ steps, leaveFirstStep }: Reservation) {
  const [verb, ...rest] = (NEXT[steps.current - 1] ?? '').split(' ')
  return (
    <button
      type="button"
      className="button button--sun sumbar__next"
      onClick={() => (steps.current === 1 ? leaveFirstStep() : steps.go(steps.current + 1))}
    >
      <span>
        {verb}
        <span className="sumbar__rest"> {rest.join(' ')}</span>
      </span>
    </button>
  )
}

function Submit({ form, submission }: Reservation) {
  const { submitSubject, submitVerb, sending } = formText.contact
  return (
    <button
      type="submit"
      form={FORM_ID}
      className="button button--sun sumbar__next"
      aria-disabled={isHeldBack(form.values, submission)}
      aria-describedby={MISSING_ID}
    >
      {submission.busy ? (
        sending
      ) : (
        <span>
          <span className="sumbar__rest">{submitSubject} </span>
          <span className="sumbar__verb">{submitVerb}</span>
        </span>
      )}
    </button>
  )
}
