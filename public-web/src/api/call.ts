import { abortAfter } from '@/lib/oldBrowsers'
import type { components } from './schema'

type Schemas = components['schemas']
/** An answer as it came over the wire: its fields have known names, but nothing vouches for them. */
export type Unchecked<Model> = { readonly [Field in keyof Model]?: unknown }

export type FieldError = Pick<Schemas['FieldErrorOut'], 'field' | 'message'>

/** Why a call has not taken effect, as far as anybody knows. */
export type Failure =
  /** The server has decided; the same call would be refused again. */
  | { kind: 'refused'; code: string; errors: readonly FieldError[]; confirmBy?: string }
  /** Not now; the same call may succeed later. */
  | { kind: 'postponed'; code: string; retryAfterSeconds: number | null }
  /** Nobody knows whether the call arrived. */
  | { kind: 'unclear' }

/** Answers of something between us and the server, which may or may not have got the call. */
const GATEWAY_FAILURES = new Set([502, 504])

/** Sends JSON; null when no answer came in time. Never throws. */
export async function post(
  address: string,
  body: unknown,
  timeout: number,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: abortAfter(timeout),
    })
  } catch {
    return null
  }
}

/** The body of an answer; empty when it is no JSON object. */
export async function jsonOf<Model>(response: Response): Promise<Unchecked<Model>> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** What an answer without success means; null for an answer of success. */
export async function failureOf(response: Response | null): Promise<Failure | null> {
  if (!response || GATEWAY_FAILURES.has(response.status)) return { kind: 'unclear' }
  if (response.ok) return null
  const answer = await jsonOf<Schemas['ValidationProblemOut']>(response)
  const code = typeof answer.code === 'string' ? answer.code : `http_${response.status}`
  // The first call with this key is still running: its result is what counts.
  if (code === 'in_progress') return { kind: 'unclear' }
  if (response.status === 429 || response.status >= 500) {
    return { kind: 'postponed', code, retryAfterSeconds: retryAfter(response) }
  }
  const by = (answer as { confirm_by?: unknown }).confirm_by
  const confirmBy = typeof by === 'string' ? { confirmBy: by } : {}
  return { kind: 'refused', code, errors: fieldErrors(answer.errors), ...confirmBy }
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
