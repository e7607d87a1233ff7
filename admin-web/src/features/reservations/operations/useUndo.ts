import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'

/** Takes an operation back on the server, for all its rows. */
export function useUndo(onDone?: () => void) {
  const call = useCall()
  const refresh = useRefresh()
  const notify = useNotify()
  return useMutation({
    mutationFn: (operationId: number) =>
      call('post', '/api/staff/operations/{operation_id}/undo', {
        params: { path: { operation_id: operationId } },
        body: {},
      }),
    onSuccess: ({ done, refused }) => {
      refresh()
      notify(undoneWords(done, refused), { type: refused > 0 ? 'warning' : 'success' })
      onDone?.()
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
}

/** What came of it; rows that changed since then stay as they are. */
export function undoneWords(done: number, refused: number): string {
  const words = done === 1 ? 'Rückgängig gemacht.' : `${done} Änderungen rückgängig gemacht.`
  if (refused === 0) return words
  return `${words} Bei ${refused} ging es nicht, weil sich inzwischen etwas geändert hat.`
}
