import { useMemo, useState } from 'react'
import type { MailDocument } from './mail'
import { withStyleSheet } from './withStyleSheet'

type View = 'html' | 'text'
const VIEWS: readonly [View, string][] = [
  ['html', 'Gestaltet'],
  ['text', 'Nur Text'],
]

/** What the recipient reads, designed or as plain text. The designed one runs nothing and loads nothing. */
export function MailPreview({ mail }: { mail: MailDocument }) {
  const [view, setView] = useState<View>('html')
  return (
    <section className="blatt" aria-labelledby="inhalt-der-mail">
      <div className="kopfzeile">
        <h2 id="inhalt-der-mail">Inhalt</h2>
        <div className="umschalten">
          {VIEWS.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {view === 'html' ? (
        <Designed html={mail.html} />
      ) : (
        <pre className="posttext">{mail.text}</pre>
      )}
    </section>
  )
}

function Designed({ html }: { html: string }) {
  const shown = useMemo(() => withStyleSheet(html, nonce()), [html])
  return <iframe className="postbild" title="Mail wie beim Empfänger" sandbox="" srcDoc={shown} />
}

const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? ''
