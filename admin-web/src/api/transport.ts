import { isAttended } from './attendance'
import { confirmed } from './confirmation'
import { beginWrite } from './pendingWrites'
import { ApiError, cancelledError, networkError, problemFrom } from './problem'

/** Pauses before the second and third try of a GET, in milliseconds. */
const PAUSES = [300, 1200]
/** Answers of a server that is restarting or overloaded; another try may succeed. */
const PASSING = new Set([502, 503, 504])

/**
 * `fetch` for the client. Throws `ApiError` for every refusal. A GET is tried again when the network
 * or the server falters; nothing else is, since it might then happen twice. A call that needs a
 * confirmation asks for it and goes on.
 */
export async function transport(request: Request): Promise<Response> {
  // The last one still goes out while its tab is being closed.
  if (request.method !== 'GET' && isHint(request))
    return once(new Request(request, { keepalive: true }))
  return answered(request)
}

/** Told again and again by an open page: nobody waits for it, and it is no sign that the user is there. */
const isHint = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/api/staff/live/')

async function answered(request: Request): Promise<Response> {
  const again = request.clone()
  try {
    return await (request.method === 'GET' ? patiently(request) : written(request))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
    if (!(await confirmed())) throw cancelledError()
    return written(again)
  }
}

/** Under way only while the server has it, not while a person types a password. */
async function written(request: Request): Promise<Response> {
  const finish = beginWrite()
  try {
    return await once(request)
  } finally {
    finish()
  }
}

async function patiently(request: Request): Promise<Response> {
  for (const pause of PAUSES) {
    try {
      return await once(request)
    } catch (error) {
      const passing =
        error instanceof ApiError && (error.code === 'network' || PASSING.has(error.status))
      if (!passing) throw error
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
  return once(request)
}

async function once(request: Request): Promise<Response> {
  const isByItself = request.method === 'GET' || isHint(request)
  if (isByItself && !isAttended()) request.headers.set('Voltigo-Unattended', '1')
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    throw networkError()
  })
  if (!response.ok) throw await problemFrom(response)
  return response
}
