import { QueryClient } from '@tanstack/react-query'

/** Retries are the business of `api/request.ts`, which knows what may be tried again. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
})
