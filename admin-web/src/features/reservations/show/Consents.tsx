import type { Schemas } from '@/api/operations'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'

const PURPOSES: Record<string, string> = {
  privacy: 'Datenschutzerklärung',
  terms: 'Bedingungen der Reservierung',
  reservation: 'Reservierung',
  newsletter: 'Neuigkeiten per E-Mail',
  marketing: 'Neuigkeiten per E-Mail',
  contact: 'Kontakt',
}

const SOURCES: Record<string, string> = {
  explicit: 'im Formular angekreuzt',
  client_form: 'Formular der früheren Seite',
}

/** What the household agreed to: the exact text it saw, when and where. */
export function Consents({ consents }: { consents: Schemas['ConsentOut'][] }) {
  return (
    <Section title="Einwilligungen">
      {consents.length === 0 ? (
        <p className="muted">Zu dieser Reservierung ist keine Einwilligung gespeichert.</p>
      ) : (
        <ul className="consents">
          {consents.map((consent) => (
            <li key={`${consent.purpose} ${consent.given_at}`}>
              <p>
                <b>{PURPOSES[consent.purpose] ?? consent.purpose}</b>
                <span className="muted">
                  <MomentField at={consent.given_at} /> · Fassung {consent.text_version} ·{' '}
                  {SOURCES[consent.source] ?? consent.source}
                </span>
              </p>
              <details>
                <summary>Wortlaut</summary>
                <blockquote>{consent.text}</blockquote>
                <p className="tiny muted checksum">SHA-256 {consent.text_sha256}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
