import type { ReactNode } from 'react'
import { errorWords } from '@/api/problem'
import { NextRuns } from '@/ui/fields/NextRuns'
import { MailViews } from '@/ui/mail/MailViews'
import { Section } from '@/ui/page/Section'
import type { Preview, ScheduleInput } from '../../schedule'
import { formatWord, summary } from '../../words'
import type { usePreview } from './usePreview'
import '@/ui/mail/mails.css'

interface ArrivalProps {
  input: ScheduleInput
  title: string | undefined
  asked: ReturnType<typeof usePreview>
  /** What to do with it. */
  children: ReactNode
}

/** Beside the form: what it comes to, when next, and the mail itself. */
export function Arrival({ input, title, asked, children }: ArrivalProps) {
  const { preview, isFetching, error, again } = asked
  return (
    <aside className="arrival" aria-label="So kommt es an">
      <Section title="So kommt es an">
        <p className="sending-words">
          {title ? summary(input, title) : 'Wählen Sie einen Bericht, dann steht hier die Mail.'}
        </p>
        {children}
        {preview && title && (
          <>
            <h3>Die nächsten fünf</h3>
            <NextRuns runs={preview.next} zone={input.zone} label="Die nächsten fünf Termine" />
            <h3>Die Mail, wie sie heute wäre</h3>
            <MailPreview preview={preview} isBusy={isFetching} />
          </>
        )}
        {!preview && isFetching && (
          <p className="muted flush" role="status">
            Die Mail wird vorbereitet …
          </p>
        )}
        {error && (
          <p role="alert" className="flush">
            {errorWords(error)}{' '}
            <button type="button" className="text-button" onClick={() => again()}>
              Erneut versuchen
            </button>
          </p>
        )}
      </Section>
    </aside>
  )
}

/** The mail as it would arrive today. */
function MailPreview({ preview, isBusy }: { preview: Preview; isBusy: boolean }) {
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
