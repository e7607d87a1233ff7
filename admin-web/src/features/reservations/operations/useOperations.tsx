import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify, useRefresh } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { ApiError } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { doneWords } from '@/lib/operationWords'
import { UndoNotice } from '@/ui/page/UndoNotice'
import type { OperationOutcome } from '../types'

/** What the server needs beside the rows. */
export type OperationInput = Schemas['OperationIn']
/** What marks set: a tag, or the day of a follow-up, none to remove it. */
export type Marks = Pick<OperationInput, 'tag' | 'day' | 'subject'>

type Told = Pick<OperationOutcome, 'done' | 'undo_until' | 'operation_id'>

/** What would follow, as the server says: nothing is done yet. */
export function useOperationPreview(name: string, ids: number[], notify: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: ['operation-preview', name, ids, notify],
    queryFn: () =>
      call('post', '/api/staff/reservations/operations/{name}/preview', {
        params: { path: { name } },
        body: { ids, notify },
      }),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: 0,
  })
}

/** Says what was done, with the way back. */
export function useDoneNotice(name: string) {
  const notify = useNotify()
  return ({ done, undo_until, operation_id }: Told, marks: Marks = {}) => {
    if (done === 0) return
    const operationId = undo_until ? operation_id : null
    notify(<UndoNotice words={doneWords(name, done, marks)} operationId={operationId} />, {
      autoHideDuration: 10_000,
    })
  }
}

interface Handlers {
  onDone: (outcome: OperationOutcome) => void
  /** With the version that is stored now, where it is about one reservation. */
  onRefused?: (version: number | undefined) => void
}

/** Lets an operation wait for a second person; nothing is done until then. */
export function useOperationRequest(name: string, onAsked: () => void) {
  const call = useCall()
  const notify = useNotify()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: OperationInput) =>
      call('post', '/api/staff/operation-requests/{name}', {
        params: { path: { name } },
        body: input,
      }),
    onSuccess: () => {
      refresh()
      notify('Zur Freigabe vorgelegt. Bis jemand zustimmt, ändert sich nichts.', {
        type: 'success',
      })
      onAsked()
    },
  })
}

/** Refusals after which what is on the screen is no longer what is stored. */
const OUTDATED = new Set(['stale', 'count_changed', 'wrong_state', 'wrong_deposit', 'unchanged'])

/** Does a named operation and shows every page the new state. */
export function useOperation(name: string, { onDone, onRefused }: Handlers) {
  const call = useCall()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (input: OperationInput) =>
      call('post', '/api/staff/reservations/operations/{name}', {
        params: { path: { name } },
        body: input,
      }),
    onSuccess: (outcome) => {
      refresh()
      onDone(outcome)
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !OUTDATED.has(error.code)) return
      refresh()
      onRefused?.(error.problem.version)
    },
  })
}
