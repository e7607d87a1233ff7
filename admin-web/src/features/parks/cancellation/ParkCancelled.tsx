import { formatMoment } from '@/lib/format'
import type { Park } from '@/ui/park/capacity'

/** In place of picture and limits: a park that was called off has no places any more. */
export function ParkCancelled({ at }: { at: NonNullable<Park['cancelled_at']> }) {
  return (
    <section className="sheet" aria-labelledby="park-cancelled">
      <h2 id="park-cancelled">Abgesagt</h2>
      <p className="caution">
        Dieser Park wurde am {formatMoment(at)} abgesagt und wird nicht gebaut. Alle Plätze sind
        gesperrt, niemand kann hier mehr reservieren. Die Haushalte haben eine Mail bekommen;
        Zahlungen sind noch zu erstatten, wo das in der Reservierung steht.
      </p>
    </section>
  )
}
