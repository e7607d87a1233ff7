import type { Schemas } from '@/api/operations'
import { MomentField } from '@/ui/fields/values'
import { Section } from '@/ui/page/Section'

type Touch = Schemas['TouchOut']

/** The visits that led to the reservation, earliest first, and the reservation as the last step. */
export function Journey({ touches, createdAt }: { touches: Touch[]; createdAt: string }) {
  const steps = [...touches].sort((one, other) => one.position - other.position)
  return (
    <Section title="Weg zur Reservierung">
      {steps.length === 0 && (
        <p className="muted">
          Kein Besuch vorher bekannt: ohne Einwilligung wird nichts festgehalten.
        </p>
      )}
      <ol className="journey">
        {steps.map((touch) => (
          <Step key={touch.position} touch={touch} />
        ))}
        <li className="journey-goal">
          <p className="journey-when">
            <MomentField at={createdAt} />
          </p>
          <p>
            <b>Reservierung abgeschickt</b>
          </p>
        </li>
      </ol>
    </Section>
  )
}

function Step({ touch }: { touch: Touch }) {
  const details = [touch.utm_medium, touch.utm_term, touch.utm_content].filter(Boolean)
  return (
    <li>
      <p className="journey-when">
        <MomentField at={touch.at} />
      </p>
      <p>
        <b>{sourceWords(touch)}</b>
        {touch.utm_campaign && <>, Kampagne {touch.utm_campaign}</>}
        {touch.referral_code && <>, Code {touch.referral_code}</>}
      </p>
      <p className="tiny muted">
        {pageWords(touch.landing_path)}
        {details.length > 0 && ` · ${details.join(' · ')}`}
      </p>
    </li>
  )
}

/** The page a visit began on. */
export const pageWords = (path: string): string =>
  path.length > 1 ? `Seite ${path}` : 'Startseite'

/** Where a visit came from, the most telling first. */
export function sourceWords(touch: Pick<Touch, 'utm_source' | 'referral_code' | 'referrer_host'>) {
  if (touch.utm_source) return touch.utm_source
  if (touch.referral_code) return 'Empfehlung'
  return touch.referrer_host || 'Direkt aufgerufen'
}
