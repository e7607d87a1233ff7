import { vi } from 'vitest'

interface Call {
  method: string
  path: string
  body: unknown
  headers: Record<string, string>
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'unreachable'

/** Whether there is an account, which the log-in page asks beside everything else. */
export const installation = { isSetUp: true }

/** Answers each call of `fetch` in turn and notes it. An answer beyond the last is an error. */
export function answering(...answers: Answer[]): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/staff/setup' && init.method === 'GET')
      return Response.json({ is_set_up: installation.isSetUp })
    calls.push({
      method: String(init.method),
      path,
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      headers: init.headers as Record<string, string>,
    })
    const answer = answers[calls.length - 1]
    if (answer === undefined) throw new Error(`no answer left for ${init.method} ${path}`)
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    const { status = 200, body, headers = {} } = answer
    return new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status, headers })
  })
  return calls
}

export const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, title: `Titel von ${code}`, status, ...more },
})
