import createClient from 'openapi-fetch'
import type { Answer, Input, Method, Optional, PathOf } from './operations'
import type { paths } from './schema'
import { transport } from './transport'

const client = createClient<paths>({
  fetch: transport,
  headers: { Accept: 'application/json' },
  querySerializer: queryText,
})

/**
 * One call of the staff API. Its document decides what it takes and what it answers. Throws `ApiError`
 * for every refusal.
 */
export const call = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...input: Optional<Input<M, P>>
): Promise<Answer<M, P>> => send(method, path, ...input) as Promise<Answer<M, P>>

/** What a call takes where the types cannot follow, such as react-admin's names of resources. */
export interface AnyInput {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> }
  body?: unknown
  signal?: AbortSignal
}

/** A call that the document does not hold to anything; for this folder only. */
export async function send(method: Method, path: string, input: AnyInput = {}): Promise<unknown> {
  // The server takes changes as JSON only, which no form of another site can send.
  const body = method === 'get' ? undefined : (input.body ?? {})
  const { data } = await client.request(method, path as never, { ...input, body } as never)
  return data
}

/** Empty values are left out; several values of one name repeat it. */
export function queryText(query: Record<string, unknown>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') text.append(name, String(one))
    }
  }
  return text.toString()
}
