import { problemWords } from '@/i18n/problems'
import type { Schemas } from './operations'

/** What the server says when it refuses, RFC 9457 with our members. */
export interface ProblemDocument {
  code: string
  title: string
  status: number
  errors?: { field: string; code: string; message: string }[]
  /** With `stale`: the record as it is now, and who changed it. */
  current?: unknown
  changed?: Schemas['LastChangeOut'] | null
  version?: number
}

/** With the members that the API document leaves open. */
export type Refusal = ProblemDocument & Record<string, unknown>

/**
 * A refused or failed call. `message` is a German sentence for people; `code` is for programs, and
 * `body.errors` (field → sentence) is where react-admin's forms look for what to show at a field.
 */
export class ApiError extends Error {
  /** The HTTP status, 0 where there was no answer. */
  readonly status: number
  readonly body: Omit<ProblemDocument, 'errors'> & { errors?: Record<string, string> | undefined }
  readonly code: string
  readonly problem: ProblemDocument
  /** Seconds until another try can succeed, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(problem: ProblemDocument, retryAfter?: number) {
    super(problemWords(problem, retryAfter))
    this.status = problem.status
    this.body = { ...problem, errors: fieldErrors(problem) }
    this.name = 'ApiError'
    this.code = problem.code
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached at all: status 0. */
export const networkError = () => new ApiError({ code: 'network', title: '', status: 0 })

/** The person closed the confirmation dialog. Nothing was changed. */
export const cancelledError = () => new ApiError({ code: 'cancelled', title: '', status: 0 })

/** The German sentence for anything that was thrown. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return problemWords({ code: 'internal', title: '', status: 500 })
}

/** Field → sentence of a refused form, empty for any other error. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (fieldErrors(error.problem) ?? {}) : {}
}

/** The sentence for a form with one thing in it, such as a file: what is wrong with that, if said. */
export function firstWords(error: unknown): string {
  return Object.values(fieldErrorsOf(error))[0] ?? errorWords(error)
}

/** The refusal in an answer, whatever its body turned out to be. */
export async function problemFrom(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('Retry-After'))
  const body: unknown = await response.json().catch(() => null)
  return new ApiError(asProblem(body, response.status), wait > 0 ? wait : undefined)
}

function asProblem(body: unknown, status: number): ProblemDocument {
  if (typeof body === 'object' && body !== null && 'code' in body)
    return { title: '', status, ...body, code: String(body.code) }
  return { code: 'http_error', title: '', status }
}

function fieldErrors(problem: ProblemDocument): Record<string, string> | undefined {
  if (!problem.errors?.length) return undefined
  return Object.fromEntries(problem.errors.map(({ field, message }) => [field, message]))
}
