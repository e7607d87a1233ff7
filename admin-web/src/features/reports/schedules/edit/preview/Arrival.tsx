import type { ReactNode } from 'react'
import { errorWords } from '@/api/problem'
import { NextRuns } from '@/ui/fields/NextRuns'
import { Section } from '@/ui/page/Section'
import type { ScheduleInput } from '../../schedule'
import { summary } from '../../words'
import { MailPreview } from './MailPreview'
import type { usePreview } from './usePreview'

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
