import { MailViews } from '@/ui/mail/MailViews'
import type { MailDocument } from '@/ui/mail/mail'

/** What the recipient of a mail reads. */
export function MailPreview({ mail }: { mail: MailDocument }) {
  return (
    <section className="sheet" aria-labelledby="mail-content">
      <MailViews html={mail.html} text={mail.text} heading={<h2 id="mail-content">Inhalt</h2>} />
    </section>
  )
}
