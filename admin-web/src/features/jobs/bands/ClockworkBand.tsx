import { formatMoment } from '@/lib/format'
import { agoWords, type JobList } from '../job'

/** Whether anything looks after the jobs at all: a line while it does, a band when nothing does. */
export function ClockworkBand({ jobs: { is_alive, seen_at } }: { jobs: JobList }) {
  if (is_alive)
    return (
      <p className="clockwork muted flush">
        <Pulse />
        Das Uhrwerk läuft{seen_at && `, zuletzt gemeldet ${agoWords(seen_at)}`}.
      </p>
    )
  return (
    <section className="sheet standstill" role="alert" aria-labelledby="clockwork-stopped">
      <StoppedClock />
      <div>
        <h2 id="clockwork-stopped">Das Uhrwerk steht</h2>
        <p>
          {seen_at
            ? `Zuletzt hat sich am ${formatMoment(seen_at)} jemand um die Abläufe gekümmert.`
            : 'Noch nie hat sich jemand um die Abläufe gekümmert.'}{' '}
          Bis es wieder läuft, gehen keine Mails hinaus, Berichte kommen nicht an und nichts wird
          aufgeräumt. Reservieren geht weiter.
        </p>
        <p>
          Starten Sie den Server neu, oder auf einem zweiten Rechner <code>voltigo worker</code>.
          Was ausgefallen ist, wird dann einmal nachgeholt.
        </p>
      </div>
    </section>
  )
}

const Pulse = () => (
  <svg viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
    <path className="track-run" d="M1 1h6v10h-6zM11 1h6v10h-6zM21 1h6v10h-6z" />
  </svg>
)

/** A dial without hands. */
const StoppedClock = () => (
  <svg className="stopped-clock" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
    <path d="M32 4a28 28 0 1 1 0 56 28 28 0 0 1 0-56z" />
    <path d="M32 9v5M32 50v5M9 32h5M50 32h5" />
    <path d="M24 24l16 16M40 24L24 40" />
  </svg>
)
