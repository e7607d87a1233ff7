import { MailViews } from '@/ui/mail/MailViews'
import type { Preview } from '../../schedule'
import { formatWord } from '../../words'
import '@/ui/mail/mails.css'

/** The mail as it would arrive today. */
export function MailPreview({ preview, isBusy }: { preview: Preview; isBusy: boolean }) {
  const { subject, html, text, files } = preview
  return (
    <div className="mail-sample" aria-busy={isBusy}>
      <MailViews
        html={html}
        text={text}
        heading={
          <p className="subject">
            <span className="visually-hidden">Betreff: </span>
            {subject}
          </p>
        }
      />
      {files.length > 0 && (
        <ul className="attachments" aria-label="Anhänge">
          {files.map(({ name, form }) => (
            <li key={name}>
              {name} <span className="muted">{formatWord(form)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
