import { contactFormText } from '@/content/de/contactForm'
import { paths } from '@/lib/paths'
import { ContactFields } from './ContactFields'

/** Our own contact form and what it becomes, as finished HTML; `letter.ts` brings it to life. */
export function ContactForm() {
  const { submit, privacy, privacyLink, sent } = contactFormText
  return (
    <>
      <form className="letter" method="dialog" noValidate>
        <ContactFields />
        <div className="letter__submit">
          <button type="submit" className="button button--sun">
            {submit}
          </button>
          <p className="small quiet">
            {/* In a new tab, so that what was typed stays. */}
            {privacy}{' '}
            <a href={paths.privacy} target="_blank" rel="noopener">
              {privacyLink}
            </a>
          </p>
          <div className="toasts" role="alert" />
        </div>
      </form>
      <div className="letter__sent" hidden>
        <svg viewBox="0 0 94 57" aria-hidden="true">
          <path
            stroke="var(--color-modul)"
            strokeWidth="17"
            strokeDasharray="30 2"
            d="M0 8.5h94m-94 20h94m-94 20h94"
          />
          <path className="mine" d="M32.75 20.75h28.5v15.5h-28.5z" />
        </svg>
        <h3 tabIndex={-1}>{sent.title}</h3>
        <p>
          {sent.number} <strong className="reference" />.
        </p>
        <p className="letter__next" />
        <p className="small quiet">{sent.more}</p>
      </div>
    </>
  )
}
