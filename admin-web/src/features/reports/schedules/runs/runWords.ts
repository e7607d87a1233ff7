import { mailAnswerWords } from '@/lib/mailAnswer'
import type { Delivery, DeliveryState, ScheduledRun } from '../schedule'

/** Computed, and rightly sent to nobody: nobody may have it. */
export const isUnsent = ({ state, note, deliveries }: ScheduledRun): boolean =>
  state === 'generated' && note !== null && deliveries.every((one) => one.state === 'left_out')

const DELIVERY_WORDS: Record<DeliveryState, string> = {
  sent: 'zugestellt',
  queued: 'geht gleich hinaus',
  retrying: 'noch nicht angenommen, wird erneut versucht',
  failed: 'nicht zugestellt',
  cancelled: 'zurückgezogen',
  left_out: 'nicht gesendet',
}

/** „zugestellt“, with the attempts where there was more than one; what failed, with the reason where it is known. */
export function deliveryWords({ state, attempts, left_out, last_error }: Delivery): string {
  if (state === 'left_out')
    return left_out ? `${DELIVERY_WORDS[state]}: ${left_out}` : DELIVERY_WORDS[state]
  const reason = state === 'failed' ? mailAnswerWords(last_error) : undefined
  const words = reason ? `${DELIVERY_WORDS[state]}, ${reason}` : DELIVERY_WORDS[state]
  if (attempts < 2 || state === 'queued' || state === 'cancelled') return words
  if (state === 'sent') return `${words} beim ${attempts}. Versuch`
  return `${words}, ${attempts} Versuche`
}

/** Whether more is to come from a run, so that the page should look again. */
export const isMoving = (run: ScheduledRun): boolean =>
  run.state === 'queued' || run.state === 'running' || (run.state === 'generated' && !isUnsent(run))

/** How long a run took, once it has ended: „4 Sekunden“. */
export function durationWords({ started_at, finished_at }: ScheduledRun): string | null {
  if (!finished_at) return null
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000
  if (seconds < 1) return 'weniger als einer Sekunde'
  if (seconds < 90) return seconds < 1.5 ? 'einer Sekunde' : `${Math.round(seconds)} Sekunden`
  return `${Math.round(seconds / 60)} Minuten`
}
