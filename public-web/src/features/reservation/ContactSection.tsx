import { EmailField } from '@/components/EmailField'
import { ErrorSummary } from '@/components/ErrorSummary'
import { ReservationField } from '@/components/ReservationField'
import { RichText } from '@/components/RichText'
import { didYouMean } from '@/content/de/emailQuestion'
import { formText } from '@/content/de/reservation'
import { fieldText } from '@/content/de/reservationFields'
import { submissionText } from '@/content/de/reservationMessages'
import { CONTACT_FIELDS, type ContactField, type ReservationValues } from '@/lib/reservation/fields'
import { isWellFormed } from '@/lib/reservation/rules'
import { typeset } from '@/lib/typeset'
import { AnotherPlace } from './AnotherPlace'
import { ConsentField } from './ConsentField'
import { Honeypot } from './Honeypot'
import { MissingFields } from './MissingFields'
import { Review } from './Review'
import { Section } from './Section'
import { isHeldBack, type Reservation } from './useReservation'
import type { Submission } from './useSubmission'

/** Section 4: what was chosen, who reserves, consent and the button. */
export function ContactSection(reservation: Reservation) {
  const { form, problems, steps, submission, visit, submit } = reservation
  const { values, set } = form
  const { title, lead } = formText.contact
  const { summary } = problems
  return (
    <Section step={4} title={title} lead={lead}>
      <Review values={values} steps={steps} />
      <ContactFields form={form} problems={problems} />
      <p className="small quiet">{formText.contact.notKept}</p>
      <Honeypot />
      <ConsentField
        checked={values.consent}
        error={problems.messages.consent}
        onChange={(consent) => set('consent', consent)}
      />
      {summary?.step === 4 && (
        <ErrorSummary
          title={submissionText.summary(summary.entries.length)}
          entries={summary.entries}
          focusField={summary.focusField ?? null}
          attempt={summary.attempt}
          onVisit={visit}
        />
      )}
      <div role="status">
        {submission.notice && (
          <p className="notice">
            <RichText text={submission.notice} />
          </p>
        )}
      </div>
      {submission.asksForAnother && <AnotherPlace onReserve={() => submit(true)} />}
      <SubmitButton values={values} submission={submission} onVisit={visit} />
    </Section>
  )
}

const MISSING_ID = 'fehlt'

function ContactFields({ form, problems }: Pick<Reservation, 'form' | 'problems'>) {
  const controlOf = (name: ContactField) => ({
    name,
    value: form.values[name],
    error: problems.messages[name],
    onType: (text: string) => form.set(name, text),
  })
  const { label, hint } = fieldText.email
  return (
    <div className="fieldgrid">
      {CONTACT_FIELDS.map((name) =>
        name === 'email' ? (
          <EmailField
            key={name}
            {...controlOf(name)}
            label={label}
            hint={hint}
            didYouMean={didYouMean}
          />
        ) : (
          <ReservationField
            key={name}
            {...controlOf(name)}
            words={fieldText[name]}
            noteClass="field__note"
          />
        ),
      )}
    </div>
  )
}

/**
 * `aria-disabled` instead of `disabled`: pressed too early the button says what is missing, and
 * the keyboard can reach it at all times.
 */
interface SubmitProps {
  values: ReservationValues
  submission: Submission
  onVisit: (field: string) => void
}

function SubmitButton({ values, submission, onVisit }: SubmitProps) {
  const { submitSubject, submitVerb, sending, free, freeDetail, sentTo } = formText.contact
  return (
    <div className="submit">
      {isWellFormed('email', values.email.trim()) && (
        <p className="submit__recipient">
          {sentTo}
          <strong>{values.email.trim()}</strong>.
        </p>
      )}
      <MissingFields id={MISSING_ID} values={values} onVisit={onVisit} />
      <button
        type="submit"
        className="button button--sun"
        aria-disabled={isHeldBack(values, submission)}
        aria-describedby={`${MISSING_ID} kostenlos`}
      >
        {submission.busy ? sending : `${submitSubject} ${submitVerb}`}
      </button>
      <p className="small" id="kostenlos">
        <strong>{free}.</strong> {typeset(freeDetail)}
      </p>
    </div>
  )
}
