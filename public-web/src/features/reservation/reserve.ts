import {
  askOutcome,
  type Outcome,
  type ReservationAnswer,
  type ReserveAddress,
  type Reserved,
  sendReservation,
} from '@/api/reservations'
import { beginAttempt, closeAttempt, openAttempt } from '@/lib/reservation/attempt'
import type { ReservationPayload } from '@/lib/reservation/payload'
import { takeBait } from './Honeypot'

/** Pauses before each question whether a reservation arrived; about ten seconds in all. */
const QUESTION_PAUSES_MS = [300, 1_000, 2_500, 5_000]
/** A single "unknown" may only mean that the first call is still on its way. */
const UNKNOWNS_TO_BELIEVE = 2
const LONGEST_OFFLINE_WAIT_MS = 30_000

/**
 * Reserves at most once, whatever the network does. A call without an answer is followed by the
 * question what became of it, so that the visitor sees the true result.
 *
 * @param address where it is reserved: an offered place has one of its own
 * @param onClarify called when the answer is missing and the server is asked for it
 */
export async function reserve(
  body: ReservationPayload,
  onClarify: () => void,
  address?: ReserveAddress,
): Promise<ReservationAnswer> {
  const earlier = await earlierReservation(JSON.stringify(body), onClarify)
  if (earlier) return settled(earlier)
  const isRepetition = openAttempt() !== null
  const key = beginAttempt(JSON.stringify(body))
  const answer = await sendReservation(body, key, takeBait(), address)
  if (answer.kind === 'unclear') return clarified(body, key, onClarify, address)
  // Our own repetition finding the place of the first try is no news to the visitor.
  if (answer.kind === 'reserved' && isRepetition) return settled({ ...answer, replayed: false })
  if (answer.kind === 'refused' && answer.code === 'idempotency_mismatch') {
    // The key belongs to other data that were sent before a reload: they may have been reserved.
    const outcome = await askUntilClear(key)
    return settled(outcome.kind === 'reserved' ? outcome : answer)
  }
  return answer.kind === 'postponed' ? answer : settled(answer)
}

/** Whether a reload came while a reservation was being sent. */
export const wasInterrupted = (): boolean => openAttempt()?.sent === null

/** After such a reload: the reservation that arrived nevertheless. */
export async function resume(): Promise<Reserved | 'confirm_first' | 'unknown'> {
  const open = openAttempt()
  if (!open) return 'unknown'
  const outcome = await askUntilClear(open.key)
  if (outcome.kind === 'reserved' || outcome.kind === 'refused') closeAttempt()
  if (outcome.kind === 'refused' && outcome.code === 'confirm_first') return 'confirm_first'
  return outcome.kind === 'reserved' ? outcome : 'unknown'
}

/** Changed data need a new key; but first the earlier call must not have succeeded unnoticed. */
async function earlierReservation(body: string, onClarify: () => void): Promise<Reserved | null> {
  const open = openAttempt()
  if (!open || open.sent === null || open.sent === body) return null
  onClarify()
  const outcome = await askOutcome(open.key)
  return outcome.kind === 'reserved' ? outcome : null
}

async function clarified(
  body: ReservationPayload,
  key: string,
  onClarify: () => void,
  address: ReserveAddress | undefined,
): Promise<ReservationAnswer> {
  onClarify()
  const outcome = await askUntilClear(key)
  if (outcome.kind === 'reserved') return settled(outcome)
  if (outcome.kind === 'refused') return settled({ ...outcome, errors: [] })
  return outcome.kind === 'unknown' ? sentAgain(body, key, address) : { kind: 'unclear' }
}

/** The call has not arrived: with the same key it is sent once more, which cannot reserve twice. */
async function sentAgain(
  body: ReservationPayload,
  key: string,
  address: ReserveAddress | undefined,
): Promise<ReservationAnswer> {
  const answer = await sendReservation(body, key, false, address)
  if (answer.kind === 'unclear' || answer.kind === 'postponed') return answer
  return settled(answer.kind === 'reserved' ? { ...answer, replayed: false } : answer)
}

function settled<Answer>(answer: Answer): Answer {
  closeAttempt()
  return answer
}

async function askUntilClear(key: string): Promise<Outcome> {
  let outcome: Outcome = { kind: 'unreachable' }
  let unknowns = 0
  for (const pause of QUESTION_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    await untilOnline()
    outcome = await askOutcome(key)
    if (outcome.kind === 'reserved' || outcome.kind === 'refused') return outcome
    unknowns += outcome.kind === 'unknown' ? 1 : 0
    if (unknowns >= UNKNOWNS_TO_BELIEVE) return outcome
  }
  return outcome
}

function untilOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      window.removeEventListener('online', done)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, LONGEST_OFFLINE_WAIT_MS)
    window.addEventListener('online', done)
  })
}
