import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import { doneWords } from '../names'
import type { OperationOutcome, OperationPreview } from '../types'
import { useCall } from '../useCall'
import { UndoNotice } from './UndoNotice'

/** What the server needs beside the rows; `tag` and `day` only for the operations that set them. */
export interface OperationInput {
  ids: number[]
  reason: string
  version?: number
  tag?: string
  day?: string | null
}

/** What would follow, as the server says: nothing is done yet. */
export function useOperationPreview(name: string, ids: readonly number[]) {
  const call = useCall()
  return useQuery({
    queryKey: ['operation-preview', name, ids],
    queryFn: () =>
      call<OperationPreview>('POST', `reservations/operations/${name}/preview`, { ids }),
    gcTime: 0,
    staleTime: 0,
  })
}

/** Says what was done, with the way back. */
export function useDoneNotice(name: string) {
  const notify = useNotify()
  return ({ done, undo_until, operation_id }: OperationOutcome) => {
    if (done === 0) return
    const operationId = undo_until ? operation_id : null
    notify(<UndoNotice words={doneWords(name, done)} operationId={operationId} />, {
      autoHideDuration: 10_000,
    })
  }
}

/** Does a named operation and shows every page the new state. */
export function useOperation(name: string, onDone: (outcome: OperationOutcome) => void) {
  const call = useCall()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: OperationInput) =>
      call<OperationOutcome>('POST', `reservations/operations/${name}`, input),
    onSuccess: (outcome) => {
      refresh()
      onDone(outcome)
    },
  })
}
