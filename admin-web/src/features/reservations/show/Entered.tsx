import { useLocation } from 'react-router-dom'
import type { Schemas } from '@/api/operations'
import { sending } from '@/session/mailWords'
import type { Reservation } from '../types'

interface State {
  entered?: Schemas['EnteredOut'] & { name: string }
}

/** Right after it was entered: what happens next. An address that is entered then turns the letter into a mail. */
export function Entered({ record }: { record: Reservation }) {
  const entered = (useLocation().state as State | null)?.entered
  if (entered?.id !== record.id) return null
  return (
    <section className="notice-band" aria-label="Angelegt" role="status">
      <p>
        Platz {entered.spot_number} ist für {entered.name} reserviert.{' '}
        {entered.by_letter && !record.email
          ? 'Die Bestätigung ist ein Brief: Öffnen Sie ihn im Verlauf, drucken Sie ihn, und vermerken Sie ihn als versandt.'
          : sending('Die Mail mit dem Link zum Bestätigen der Adresse geht jetzt hinaus.')}
      </p>
    </section>
  )
}
