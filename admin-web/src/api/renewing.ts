import type { QueryClient } from '@tanstack/react-query'
import { defaultPathSerializer } from 'openapi-fetch'

/** `['parks', 'ingolstadt', 'capacity']`: the beginning of the key, so `['parks']` is all about parks. */
export const keyOf = (path: string, places: Record<string, unknown> = {}): string[] =>
  defaultPathSerializer(path.replace('/api/staff/', ''), places).split('/')

/**
 * Reads again what is shown below each of these names. `removed`: the key of what is no more; a page that still
 * shows it would be told that there is no such thing.
 */
export const renew = (
  queries: QueryClient,
  names: readonly string[],
  removed?: readonly string[],
): Promise<unknown> =>
  Promise.all(
    names.map((name) =>
      queries.invalidateQueries({
        queryKey: [name],
        predicate: ({ queryKey }) => !removed?.every((part, place) => queryKey[place] === part),
      }),
    ),
  )

interface Placed {
  params?: { path?: Record<string, unknown> }
}

/** The key of what a call takes away. */
export const removedBy = (method: string, path: string, input?: object): string[] | undefined =>
  method === 'delete' ? keyOf(path, (input as Placed | undefined)?.params?.path) : undefined
