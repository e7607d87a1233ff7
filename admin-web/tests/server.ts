import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  body: unknown
  headers: Headers
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable'

/** Whether there is an account, which the log-in page asks beside everything else. */
export const installation = { isSetUp: true }

/** Answers each call of `fetch` in turn and notes it. An answer beyond the last is an error. */
export function answering(...answers: Answer[]): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const { method, headers } = request
    const { pathname, search } = new URL(request.url)
    if (pathname === '/api/staff/setup' && method === 'GET')
      return Response.json({ is_set_up: installation.isSetUp })
    const text = await request.text()
    calls.push({
      method,
      path: pathname + search,
      body: text ? JSON.parse(text) : undefined,
      headers,
    })
    const answer = answers[calls.length - 1]
    if (answer === undefined) throw new Error(`no answer left for ${method} ${pathname}`)
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
