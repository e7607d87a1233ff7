import type { ChoiceField } from '@/lib/reservation/fields'
import type { ReservationPayload } from '@/lib/reservation/payload'
import { type Failure, failureOf, jsonOf, post, type Unchecked } from './call'
import type { components, paths } from './schema'

/** Where an offered place of the waiting list is reserved, with the body of any reservation. */
export const ACCEPT = '/api/waiting-list/entry/accept'

export type ReserveAddress = '/functions/v1/reserve-spot' | typeof ACCEPT

type Schemas = components['schemas']

/** A place in the park. The reference is missing only if an older server answered. */
export interface Reserved {
  kind: 'reserved'
  spotNumber: number
  reference: string | null
  /** Whether the server had taken this reservation before and answers the same again. */
  replayed: boolean
}

/** What became of a reservation call. */
export type ReservationAnswer = Reserved | Failure

/** What the server knows about an earlier call. */
export type Outcome =
  | Reserved
  | { kind: 'refused'; code: string }
  /** It has not arrived, at least not yet. */
  | { kind: 'unknown' }
  | { kind: 'unreachable' }

/** Members whose values the form takes from the same offer as the document, where TypeScript sees text and numbers. */
type Chosen = ChoiceField | 'annual_kwh' | 'payment_plan' | 'consent' | 'consent_version'

const CALL_TIMEOUT_MS = 20_000
const QUESTION_TIMEOUT_MS = 8_000

/**
 * Sends a reservation. Never throws.
 *
 * @param isTrapped whether a field was filled in that people do not see
 * @param address an offered place is accepted at another one
 * @param key the same for every repetition of one attempt, so that it reserves at most once
 */
export async function sendReservation(
  body: ReservationPayload,
  key: string,
  isTrapped = false,
  address: ReserveAddress = '/functions/v1/reserve-spot',
): Promise<ReservationAnswer> {
  const chosen = body as ReservationPayload & Pick<Schemas['ReservationIn'], Chosen>
  const headers: Record<string, string> = {
    'Idempotency-Key': key,
    'X-Form-Seconds': String(performance.now() / 1000),
    ...(isTrapped && { 'X-Form-Trap': 'filled' }),
  }
  const response = await send(address, chosen, CALL_TIMEOUT_MS, headers)
  const failure = await failureOf(response)
  if (failure || !response) return failure ?? { kind: 'unclear' }
  const answer = await jsonOf<Schemas['ReservedOut']>(response)
  const replayed = response.headers.get('Idempotency-Replayed') === 'true'
  return answer.success === true ? reserved(answer, replayed) : { kind: 'unclear' }
}

/** Asks what became of the call with this key. Never throws. */
export async function askOutcome(key: string): Promise<Outcome> {
  const question = { idempotency_key: key }
  const response = await send('/api/reservations/outcome', question, QUESTION_TIMEOUT_MS)
  if (!response?.ok) return { kind: 'unreachable' }
  const answer = await jsonOf<Schemas['OutcomeOut']>(response)
  if (answer.outcome === 'unknown') return { kind: 'unknown' }
  if (answer.outcome === 'refused') return { kind: 'refused', code: String(answer.code) }
  const result = answer.outcome === 'reserved' ? reserved(answer) : null
  return result?.kind === 'reserved' ? result : { kind: 'unreachable' }
}

type Address = ReserveAddress | '/api/reservations/outcome'
type BodyOf<To extends Address> = NonNullable<
  paths[To]['post']['requestBody']
>['content']['application/json']

/** `post` with the body that the address asks for. */
const send = <To extends Address>(
  address: To,
  body: BodyOf<To>,
  timeout: number,
  headers: Record<string, string> = {},
) => post(address, body, timeout, headers)

function reserved(
  answer: Unchecked<Schemas['ReservedOut']>,
  replayed = false,
): Reserved | { kind: 'unclear' } {
  const { spot_number: spotNumber, reference } = answer
  if (typeof spotNumber !== 'number') return { kind: 'unclear' }
  return {
    kind: 'reserved',
    spotNumber,
    reference: typeof reference === 'string' ? reference : null,
    replayed,
  }
}
