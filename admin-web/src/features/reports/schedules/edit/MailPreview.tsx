import { MailViews } from '@/ui/mail/MailViews'
import type { Preview } from '../schedule'
import { formatWord } from '../words'
import '@/ui/mail/mails.css'

/** The mail as it would arrive today. */
export function MailPreview({ preview, isBusy }: { preview: Preview; isBusy: boolean }) {
  const { subject, html, text, files } = preview
  return (
    <div className="briefprobe" aria-busy={isBusy}>
      <MailViews
        html={html}
        text={text}
        heading={
          <p className="betreff">
            <span className="vh">Betreff: </span>
            {subject}
          </p>
        }
      />
      {files.length > 0 && (
        <ul className="anhaenge" aria-label="Anhänge">
          {files.map(({ name, form }) => (
            <li key={name}>
              {name} <span className="leise">{formatWord(form)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
