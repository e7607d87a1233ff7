import { Section } from '@/ui/page/Section'
import type { Declaration } from './declaration'

/** What was declared, word for word, and how one can tell that it still is. */
export function Verbatim({ declaration }: { declaration: Declaration }) {
  const { wording, is_intact, is_mailed, keep_until, received_berlin } = declaration
  const day = new Date(keep_until).toLocaleDateString('de-DE', { timeZone: 'UTC' })
  return (
    <Section title="Wortlaut">
      <p className="wording">{wording}</p>
      <p className="muted flush">
        Eingegangen am {received_berlin}.{' '}
        {is_mailed
          ? 'Die Empfangsbestätigung ging sofort an die Adresse in der Erklärung.'
          : 'Eine Empfangsbestätigung wurde nicht gesendet: Die Adresse hatte an dem Tag schon mehrere.'}{' '}
        Die Datenbank lässt keine Änderung zu und kein Löschen bis {day}.
      </p>
      {!is_intact && (
        <p className="caution" role="alert">
          Der Wortlaut passt nicht mehr zu seiner Prüfsumme. Bitte wenden Sie sich an die
          Administration, bevor Sie entscheiden.
        </p>
      )}
    </Section>
  )
}
