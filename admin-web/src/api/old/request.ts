import { isAttended } from '../attendance'
import { confirmed } from '../confirmation'
import { beginWrite } from '../pendingWrites'
import { ApiError, cancelledError, networkError, problemFrom } from '../problem'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Pauses before the second and third try of a GET, in milliseconds. */
const PAUSES = [300, 1200]
/** Answers of a server that is restarting or overloaded; another try may succeed. */
const PASSING = new Set([502, 503, 504])

/**
 * One call of the staff API: JSON both ways, cookies of this origin only. Throws `ApiError` for
 * every refusal. A GET is tried again when the network or the server falters; nothing else is,
 * since it might then happen twice. A call that needs a confirmation asks for it and goes on.
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  if (method === 'GET') return answered<T>(method, path, body, signal)
  const finish = beginWrite()
  try {
    return await answered<T>(method, path, body, signal)
  } finally {
    finish()
  }
}

async function answered<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await (method === 'GET'
      ? patiently<T>(path, signal)
      : once<T>(method, path, body, signal))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
    if (!(await confirmed())) throw cancelledError()
    return once<T>(method, path, body, signal)
  }
}

async function patiently<T>(path: string, signal?: AbortSignal): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await once<T>('GET', path, undefined, signal)
    } catch (error) {
      const passing =
        error instanceof ApiError && (error.code === 'network' || PASSING.has(error.status))
      if (!passing) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return once<T>('GET', path, undefined, signal)
}

async function once<T>(
  method: Method,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json',
      ...(method === 'GET' ? (isAttended() ? {} : { 'Voltigo-Unattended': '1' }) : JSON_CONTENT),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw networkError()
  })
  if (!response.ok) throw await problemFrom(response)
  return (response.status === 204 ? undefined : await response.json()) as T
}

const JSON_CONTENT = { 'Content-Type': 'application/json' }
