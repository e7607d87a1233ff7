import { type ReactNode, useMemo, useState } from 'react'
import { pageNonce } from './mail'
import { ViewSwitch } from './ViewSwitch'
import { withStyleSheet } from './withStyleSheet'

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
  const shown = useMemo(() => withStyleSheet(html, pageNonce()), [html])
  return (
    <>
      <div className="head-row">
        {heading}
        <ViewSwitch label="Ansicht" views={VIEWS} value={view} onValue={setView} />
      </div>
      {view === 'html' ? (
        <iframe className="mail-frame" title="Mail wie beim Empfänger" sandbox="" srcDoc={shown} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <pre className="mail-plain" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  )
}
