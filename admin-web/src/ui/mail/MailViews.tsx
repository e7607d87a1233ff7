import { type ReactNode, useState } from 'react'
import { MailFrame } from './MailFrame'
import { ViewSwitch } from './ViewSwitch'

type View = 'html' | 'text'
const VIEWS: readonly [View, string][] = [
  ['html', 'Gestaltet'],
  ['text', 'Nur Text'],
]

interface MailViewsProps {
  html: string
  text: string
  /** Beside the switch. */
  heading: ReactNode
}

/** What a recipient reads, designed or as plain text. The designed one runs nothing and loads nothing. */
export function MailViews({ html, text, heading }: MailViewsProps) {
  const [view, setView] = useState<View>('html')
  return (
    <>
      <div className="head-row">
        {heading}
        <ViewSwitch label="Ansicht" views={VIEWS} value={view} onValue={setView} />
      </div>
      {view === 'html' ? (
        <MailFrame title="Mail wie beim Empfänger" html={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <pre className="mail-plain" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  )
}
