import { QueryClient } from '@tanstack/react-query'

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
