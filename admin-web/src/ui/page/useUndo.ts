import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { undoneWords } from '@/lib/operationWords'

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
    onSuccess: ({ done, refused, results }) => {
      refresh()
      notify(undoneWords(done, refused, results), { type: refused > 0 ? 'warning' : 'success' })
      onDone?.()
    },
    onError: (error) => notify(errorWords(error), { type: 'error' }),
  })
}
