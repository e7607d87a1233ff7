import { ErrorSummary } from '@/components/ErrorSummary'
import { TextField } from '@/components/Field'
import { RichText } from '@/components/RichText'
import { formText } from '@/content/de/reservation'
import { fieldText, submissionText } from '@/content/de/reservationMessages'
import { isWellFormed, missingFields } from '@/lib/reservation/rules'
import type { CONTACT_FIELDS, ReservationValues } from '@/lib/reservation/values'
import { typeset } from '@/lib/typeset'
import { ConsentField } from './ConsentField'
import { EmailField } from './EmailField'
import { Honeypot } from './Honeypot'
import { Receipt } from './Receipt'
import { Review } from './Review'
import { Section } from './Section'
import type { Reservation } from './useReservation'

/** Section 4: what was chosen, who reserves, consent and the button. */
export function ContactSection({ form, problems, steps, submission }: Reservation) {
  const { values, set } = form
  const { title, lead } = formText.contact
  const { summary } = problems
  return (
    <Section step={4} title={title} lead={lead}>
      <Review values={values} steps={steps} />
      <div className="receipt receipt--inline">
        <Receipt values={values} />
      </div>
      <ContactFields form={form} problems={problems} />
      <Honeypot />
      <p className="small quiet">{formText.contact.notKept}</p>
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
        />
      )}
      <div role="status">
        {submission.notice && (
          <p className="notice">
            <RichText text={submission.notice} />
          </p>
        )}
      </div>
      <SubmitButton values={values} busy={submission.busy} />
    </Section>
  )
}

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
      <EmailField {...controlOf('email')} onAccept={(email) => form.set('email', email)} />
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
function SubmitButton({ values, busy }: { values: ReservationValues; busy: boolean }) {
  const { submit, sending, free, freeDetail, incomplete, sentTo } = formText.contact
  const missing = missingFields(values)
  return (
    <div className="submit">
      {isWellFormed('email', values.email.trim()) && (
        <p className="submit__recipient">
          {sentTo}
          <strong>{values.email.trim()}</strong>.
        </p>
      )}
      <button
        type="submit"
        className="button button--sun"
        aria-disabled={missing.length > 0 || busy}
        aria-describedby="kostenlos"
      >
        {busy ? sending : submit}
      </button>
      <p className="small" id="kostenlos">
        <strong>{free}.</strong> {typeset(freeDetail)}{' '}
        {missing.length > 0 && incomplete(missing.map((field) => fieldText[field].short))}
      </p>
    </div>
  )
}
