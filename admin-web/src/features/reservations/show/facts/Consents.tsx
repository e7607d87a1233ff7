import Button from '@mui/material/Button'
import type { Schemas } from '@/api/operations'
import { formatDay } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'

const PURPOSES: Record<string, string> = {
  terms: 'Bedingungen der Reservierung',
  email_address: 'Bestätigung der E-Mail-Adresse',
}

const SOURCES: Record<string, string> = {
  explicit: 'im Formular angekreuzt',
  client_form: 'Formular der früheren Seite',
  telephone: 'mündlich am Telefon',
  fair: 'mündlich auf einer Messe',
  letter: 'schriftlich',
  import: 'schriftlich, aus einer Liste',
  link: 'mit dem Link aus der Mail bestätigt',
}

/** „mündlich am Telefon, von Aylin Sommer“; „schriftlich, Schreiben vom 3.11.2026, …“. */
function sourceWords({ source, received_on, taken_by_name }: Schemas['ConsentOut']): string {
  const day = received_on && formatDay(received_on)
  const dated = source === 'letter' ? `Schreiben vom ${day}` : `am ${day}`
  return [SOURCES[source] ?? source, day && dated, taken_by_name && `von ${taken_by_name}`]
    .filter(Boolean)
    .join(', ')
}

/** What the household agreed to: the exact text it saw, when and where. */
export function Consents({ consents, id }: { consents: Schemas['ConsentOut'][]; id: number }) {
  return (
    <>
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
                  {sourceWords(consent)}
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
      <Evidence id={id} />
    </>
  )
}

/** Everything the household was shown when it decided, as a document; fetching it is put on record. */
function Evidence({ id }: { id: number }) {
  return (
    <div className="evidence">
      <p>
        Der Nachweis enthält, was der Haushalt sah, als er sich entschied: Angebot, Zahlen und alle
        Texte im Wortlaut.
      </p>
      <Button component="a" href={`/api/staff/reservations/${id}/evidence.pdf`} download>
        Nachweis (PDF)
      </Button>
      <small className="tiny muted">Wird protokolliert</small>
    </div>
  )
}
