import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent
  body: any
  headers: Headers
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable'

/** Whether there is an account, and where passkeys work: the log-in page asks that beside everything else. */
export const installation = { isSetUp: true, passkeysAt: null as string | null }

/** What `fetch` was asked for. */
export async function callOf(input: Request | string, init?: RequestInit): Promise<Call> {
  const request = new Request(input, init)
  const { pathname, search } = new URL(request.url)
  const text = await request.text()
  return {
    method: request.method,
    path: pathname + search,
    body: text ? JSON.parse(text) : undefined,
    headers: request.headers,
  }
}

/**
 * Answers each call of `fetch` in turn, a promised answer when it is kept, and notes it. What is asked beyond the
 * last finds nothing: a failure of the network would be tried again later, in the midst of the next test.
 */
export function answering(...answers: (Answer | Promise<Answer>)[]): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    // As the browser's own does; a page that was left in a former test takes no answer of this one.
    if (input instanceof Request) input.signal.throwIfAborted()
    const call = await callOf(input, init)
    if (call.path === '/api/staff/setup' && call.method === 'GET')
      return Response.json({
        is_set_up: installation.isSetUp,
        passkeys_at: installation.passkeysAt,
      })
    calls.push(call)
    const answer = await answers[calls.length - 1]
    if (answer === undefined) return Response.json({ code: 'not_found' }, { status: 404 })
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body, ...rest } = answer
    return new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status, ...rest })
  })
  return calls
}

export const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, title: `Titel von ${code}`, status, ...more },
})
