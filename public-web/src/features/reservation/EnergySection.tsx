import { ErrorSummary } from '@/components/ErrorSummary'
import { ReservationField } from '@/components/ReservationField'
import { formText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationFields'
import { submissionText } from '@/content/de/reservationMessages'
import { ENERGY_FIELDS } from '@/lib/reservation/fields'
import { PaymentStrip } from './PaymentStrip'
import { Section } from './Section'
import type { Reservation } from './useReservation'

/** Section 1: how the household uses electricity today. */
export function EnergySection({ form, problems, unlocked, leaveFirstStep, visit }: Reservation) {
  const { title, lead, next } = formText.energy
  const { summary } = problems
  return (
    <Section step={1} title={title} lead={lead}>
      <div className="fieldgrid">
        {ENERGY_FIELDS.map((name) => (
          <ReservationField
            key={name}
            name={name}
            words={fieldText[name]}
            value={form.values[name]}
            error={problems.messages[name]}
            onType={(text) => form.set(name, text)}
            noteClass="field__note"
          />
        ))}
      </div>
      <PaymentStrip values={form.values} />
      {summary?.step === 1 && (
        <ErrorSummary
          title={submissionText.summary(summary.entries.length)}
          entries={summary.entries}
          attempt={summary.attempt}
          onVisit={visit}
        />
      )}
      <div className="buttons section__next">
        <button
          // As long as there is nothing else to send, Return in a field presses this button.
          type={unlocked ? 'button' : 'submit'}
          className="button button--sun"
          onClick={unlocked ? leaveFirstStep : undefined}
        >
          {next}
        </button>
      </div>
    </Section>
  )
}
