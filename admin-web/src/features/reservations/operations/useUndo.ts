import { useMutation } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import type { OperationRow } from '../types'

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

type Row = Pick<OperationRow, 'detail'>

/** What came of it; one that could not be taken back says why. */
export function undoneWords(done: number, refused: number, results: readonly Row[]): string {
  const words = done === 1 ? 'Rückgängig gemacht.' : `${done} Änderungen rückgängig gemacht.`
  if (refused === 0) return words
  const reasons = [...new Set(results.flatMap(({ detail }) => detail ?? []))]
  const why = reasons.length === 1 ? reasons[0] : 'Die Gründe stehen bei den Reservierungen.'
  if (done === 0) return refused === 1 ? `${why}` : `Nichts zurückgenommen. ${why}`
  return `${words} Bei ${refused} ging es nicht. ${why}`
}
