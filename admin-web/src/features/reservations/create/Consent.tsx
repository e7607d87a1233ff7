import { formatDay } from '@/lib/format'
import { useSession } from '@/session/session'
import { CONSENT_WORDS } from './form'
import { Step } from './Step'
import type { Entry } from './useEntry'

/** The text to read aloud, and what the household said to it. */
export function Consent({ entry }: { entry: Entry }) {
  const { form, text, errors } = entry
  const name = useSession()?.account.name
  const words = CONSENT_WORDS[form.channel]
  const isSpoken = form.channel !== 'letter'
  return (
    <Step
      number={4}
      title={isSpoken ? 'Vorlesen und Antwort festhalten' : 'Zustimmung festhalten'}
      note={text && `Fassung vom ${formatDay(text.version.slice(-10))}`}
    >
      <blockquote className="entry-say">{isSpoken ? `„${text?.text}“` : text?.text}</blockquote>
      <p className="entry-answer">
        <label>
          <input
            type="checkbox"
            name="consent"
            checked={form.consent}
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby="entry-consent"
            onChange={({ target }) => entry.type({ consent: target.checked })}
          />
          <b>{words?.tick}</b>
        </label>
        <span id="entry-consent" className={errors.consent ? 'error-text' : 'muted'}>
          {errors.consent ?? `${words?.how}, von ${name}`}
        </span>
      </p>
      <Warnings entry={entry} />
    </Step>
  )
}

/** What speaks against it. Each is looked at by itself before the reservation is made. */
function Warnings({ entry }: { entry: Entry }) {
  const { warnings, form, type } = entry
  if (warnings.length === 0) return null
  const toggle = (code: string, isSeen: boolean) =>
    type({ seen: isSeen ? [...form.seen, code] : form.seen.filter((one) => one !== code) })
  return (
    <div className="entry-warnings" role="alert">
      <p>
        <b>Bitte ansehen:</b> Wenn es trotzdem eine weitere Reservierung sein soll, haken Sie jeden
        Hinweis ab und speichern noch einmal.
      </p>
      {warnings.map(({ code, message }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={form.seen.includes(code)}
            onChange={({ target }) => toggle(code, target.checked)}
          />
          {message} Trotzdem reservieren.
        </label>
      ))}
    </div>
  )
}
