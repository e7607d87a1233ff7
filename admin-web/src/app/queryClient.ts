import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/problem'

/**
 * Retries are the business of `api/request.ts`, which knows what may be tried again. Without a
 * connection a call fails at once instead of waiting unseen until there is one.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Forgets answers that an ended session was refused. A page would else read them again after the
 * log-in and lead back to it, although nobody has asked the server anything since.
 */
export function forgetSignedOut(): void {
  queryClient.removeQueries({
    predicate: ({ state }) => state.error instanceof ApiError && state.error.code === 'signed_out',
  })
}
