import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { staffPath } from '@/api/dataProvider'
import { type Method, request } from '@/api/old/request'
import { errorWords } from '@/api/problem'
import type { SavedView, ViewDefinition } from '@/features/reservations/types'
import { useCall } from '@/features/reservations/useCall'

const KEY = ['views', 'reservations']

interface ViewChanges {
  name?: string
  is_team?: boolean
  definition?: ViewDefinition
}

/** The saved views of this list: one's own and the team's. */
export function useSavedViews(): SavedView[] {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      request<{ data: SavedView[] }>(
        'GET',
        `${staffPath('views')}?resource=reservations`,
        undefined,
        signal,
      ),
    staleTime: 60_000,
  })
  return data?.data ?? []
}

/** Saves, changes and deletes views; says in words what became of it. */
export function useViewChanges() {
  const call = useCall()
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (step: { method: Method; path: string; body?: unknown; words: string }) =>
      call<SavedView>(step.method, step.path, step.body),
    onSuccess: (_, { words }) => {
      notify(words, { type: 'success' })
      return queries.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
  return {
    isPending,
    save: (view: Required<ViewChanges>) =>
      mutateAsync({
        method: 'POST',
        path: 'views',
        body: { resource: 'reservations', ...view },
        words: `Ansicht „${view.name}“ gespeichert.`,
      }),
    change: (view: SavedView, changes: ViewChanges) =>
      mutateAsync({
        method: 'PATCH',
        path: `views/${view.id}`,
        body: changes,
        words: `Ansicht „${changes.name ?? view.name}“ geändert.`,
      }),
    remove: (view: SavedView) =>
      mutateAsync({
        method: 'DELETE',
        path: `views/${view.id}`,
        words: `Ansicht „${view.name}“ gelöscht.`,
      }),
  }
}
