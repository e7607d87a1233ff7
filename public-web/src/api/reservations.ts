import type { ReservationPayload } from '@/lib/reservation/payload'
import type { components, paths } from './schema'

type Schemas = components['schemas']
/** An answer as it came over the wire: its fields have known names, but nothing vouches for them. */
type Unchecked<Model> = { readonly [Field in keyof Model]?: unknown }

export type FieldError = Pick<Schemas['FieldErrorOut'], 'field' | 'message'>

/** A place in the park. The reference is missing only if an older server answered. */
export interface Reserved {
  kind: 'reserved'
  spotNumber: number
  reference: string | null
}

/** What became of a reservation call. */
export type ReservationAnswer =
  | Reserved
  /** The server has decided; the same call would be refused again. */
  | { kind: 'refused'; code: string; errors: readonly FieldError[] }
  /** Not now; the same call may succeed later. */
  | { kind: 'postponed'; code: string; retryAfterSeconds: number | null }
  /** Nobody knows whether the call arrived. */
  | { kind: 'unclear' }

/** What the server knows about an earlier call. */
export type Outcome =
  | Reserved
  | { kind: 'refused'; code: string }
  /** It has not arrived, at least not yet. */
  | { kind: 'unknown' }
  | { kind: 'unreachable' }

const CALL_TIMEOUT_MS = 20_000
const QUESTION_TIMEOUT_MS = 8_000
/** Answers of something between us and the server, which may or may not have got the call. */
const GATEWAY_FAILURES = new Set([502, 504])

/**
 * Sends a reservation. Never throws.
 *
 * @param key the same for every repetition of one attempt, so that it reserves at most once
 */
export async function sendReservation(
  body: ReservationPayload,
  key: string,
): Promise<ReservationAnswer> {
  const response = await post('/functions/v1/reserve-spot', body, CALL_TIMEOUT_MS, {
    'Idempotency-Key': key,
  })
  if (!response || GATEWAY_FAILURES.has(response.status)) return { kind: 'unclear' }
  if (!response.ok) return refusal(response)
  const answer = await jsonOf<Schemas['ReservedOut']>(response)
  return answer.success === true ? reserved(answer) : { kind: 'unclear' }
}

/** Asks what became of the call with this key. Never throws. */
export async function askOutcome(key: string): Promise<Outcome> {
  const question = { idempotency_key: key }
  const response = await post('/api/reservations/outcome', question, QUESTION_TIMEOUT_MS)
  if (!response?.ok) return { kind: 'unreachable' }
  const answer = await jsonOf<Schemas['OutcomeOut']>(response)
  if (answer.outcome === 'unknown') return { kind: 'unknown' }
  if (answer.outcome === 'refused') return { kind: 'refused', code: String(answer.code) }
  const result = answer.outcome === 'reserved' ? reserved(answer) : null
  return result?.kind === 'reserved' ? result : { kind: 'unreachable' }
}

type Address = '/functions/v1/reserve-spot' | '/api/reservations/outcome'
type BodyOf<To extends Address> = NonNullable<
  paths[To]['post']['requestBody']
>['content']['application/json']

async function post<To extends Address>(
  address: To,
  body: BodyOf<To>,
  timeout: number,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
  } catch {
    return null
  }
}

async function jsonOf<Model>(response: Response): Promise<Unchecked<Model>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function reserved(answer: Unchecked<Schemas['ReservedOut']>): Reserved | { kind: 'unclear' } {
  const { spot_number: spotNumber, reference } = answer
  if (typeof spotNumber !== 'number') return { kind: 'unclear' }
  return {
    kind: 'reserved',
    spotNumber,
    reference: typeof reference === 'string' ? reference : null,
  }
}

async function refusal(response: Response): Promise<ReservationAnswer> {
  const answer = await jsonOf<Schemas['ValidationProblemOut']>(response)
  const code = typeof answer.code === 'string' ? answer.code : `http_${response.status}`
  // The first call with this key is still running: its result is what counts.
  if (code === 'in_progress') return { kind: 'unclear' }
  if (response.status === 429 || response.status >= 500) {
    return { kind: 'postponed', code, retryAfterSeconds: retryAfter(response) }
  }
  return { kind: 'refused', code, errors: fieldErrors(answer.errors) }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return []
  return errors.filter(
    (entry): entry is FieldError =>
      typeof entry?.field === 'string' && typeof entry?.message === 'string',
  )
}
