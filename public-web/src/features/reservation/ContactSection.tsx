import { EmailField } from '@/components/EmailField'
import { ErrorSummary } from '@/components/ErrorSummary'
import { TextField } from '@/components/Field'
import { RichText } from '@/components/RichText'
import { didYouMean } from '@/content/de/emailQuestion'
import { formText } from '@/content/de/reservation'
import { fieldText, submissionText } from '@/content/de/reservationMessages'
import { isWellFormed } from '@/lib/reservation/rules'
import type { CONTACT_FIELDS, ReservationValues } from '@/lib/reservation/values'
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

type ContactField = (typeof CONTACT_FIELDS)[number]

function ContactFields({ form, problems }: Pick<Reservation, 'form' | 'problems'>) {
  const controlOf = (field: ContactField) => ({
    name: field,
    label: fieldText[field].label,
    error: problems.messages[field],
    value: form.values[field],
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
  })
  return (
    <div className="fieldgrid">
      <TextField {...controlOf('first_name')} autoComplete="given-name" maxLength={100} />
      <TextField {...controlOf('last_name')} autoComplete="family-name" maxLength={100} />
      <EmailField
        name="email"
        label={fieldText.email.label}
        hint={fieldText.email.hint}
        error={problems.messages.email}
        value={form.values.email}
        onType={(email) => form.set('email', email)}
        didYouMean={didYouMean}
      />
      <TextField
        {...controlOf('mobile_phone')}
        type="tel"
        hint={fieldText.mobile_phone.hint}
        autoComplete="tel"
        maxLength={40}
      />
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
