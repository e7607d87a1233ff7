import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { SavedView } from '@/features/reservations/types'

/** The saved views of this list: one's own and the team's. */
export function useSavedViews(): SavedView[] {
  const { data } = useStaffQuery('/api/staff/views', {
    params: { query: { resource: 'reservations' } },
    staleTime: 60_000,
  })
  return (data?.data ?? []) as SavedView[]
}

interface Step {
  change: () => Promise<unknown>
  words: string
}

/** Saves, changes and deletes views; says in words what became of it. */
export function useViewChanges() {
  const call = useCall()
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ change }: Step) => change(),
    onSuccess: (_, { words }) => {
      notify(words, { type: 'success' })
      return queries.invalidateQueries({ queryKey: ['views'] })
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
  const path = ({ id }: SavedView) => ({ path: { view_id: id } })
  return {
    isPending,
    change: (view: SavedView, body: Schemas['ViewEditIn']) =>
      mutateAsync({
        change: () => call('patch', '/api/staff/views/{view_id}', { params: path(view), body }),
        words: `Ansicht „${body.name ?? view.name}“ geändert.`,
      }),
    remove: (view: SavedView) =>
      mutateAsync({
        change: () => call('delete', '/api/staff/views/{view_id}', { params: path(view) }),
        words: `Ansicht „${view.name}“ gelöscht.`,
      }),
  }
}
