import { type SyntheticEvent, useEffect, useRef } from 'react'
import { ErrorSummary } from '@/components/ErrorSummary'
import { Toast } from '@/components/Toast'
import { contactFormText } from '@/content/de/contactForm'
import { PRIVACY_PATH } from '@/lib/contactElement'
import { ContactFields } from './ContactFields'
import { type ContactForm as Form, useContactForm } from './useContactForm'

/** Our own contact form, or what it became. */
export function ContactForm() {
  const form = useContactForm()
  const { reference, values, summary } = form
  if (reference) return <Sent reference={reference} email={values.email} />
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form className="letter" noValidate onSubmit={submit}>
      {summary.length > 0 && (
        <ErrorSummary title={contactFormText.summary(summary.length)} entries={summary} />
      )}
      <ContactFields form={form} />
      <Submit form={form} />
    </form>
  )
}

function Submit({ form }: { form: Form }) {
  const { submit, sending, privacy, privacyLink, failure } = contactFormText
  return (
    <div className="letter__submit">
      <button type="submit" className="button button--sun" aria-disabled={form.busy}>
        {form.busy ? sending : submit}
      </button>
      <p className="small quiet">
        {/* In a new tab, so that what was typed stays. */}
        {privacy}{' '}
        <a href={PRIVACY_PATH} target="_blank" rel="noopener">
          {privacyLink}
        </a>
      </p>
      <Toast message={form.toast} closeLabel={failure.close} onClose={form.closeToast} />
    </div>
  )
}

function Sent({ reference, email }: { reference: string; email: string }) {
  const { title, number, next, more } = contactFormText.sent
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="letter__sent">
      <svg viewBox="0 0 94 57" aria-hidden="true">
        <path
          stroke="var(--color-modul)"
          strokeWidth="17"
          strokeDasharray="30 2"
          d="M0 8.5h94m-94 20h94m-94 20h94"
        />
        <path className="mine" d="M32.75 20.75h28.5v15.5h-28.5z" />
      </svg>
      <h3 tabIndex={-1} ref={heading}>
        {title}
      </h3>
      <p>
        {number} <strong className="reference">{reference}</strong>.
      </p>
      <p>{next(email)}</p>
      <p className="small quiet">{more}</p>
    </div>
  )
}
