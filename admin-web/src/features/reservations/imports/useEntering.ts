import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import type { ListImport } from './listImport'
import type { SentList } from './useListImport'

interface Wish extends SentList {
  statement: string
  is_told: boolean
  version: string
}

/**
 * Enters a list, one call after the other until no row waits. Each call is complete in itself: what
 * is interrupted goes on later, with the same call.
 */
export function useEntering(onDone: (made: ListImport) => void) {
  const call = useCall()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<ListImport | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function run(first: () => Promise<ListImport>) {
    setRunning(true)
    setError(null)
    try {
      let made = await first()
      setProgress(made)
      while (made.state === 'running') {
        made = await next(made.id)
        setProgress(made)
      }
      onDone(made)
    } catch (failure) {
      setError(failure)
    } finally {
      setRunning(false)
      await queries.invalidateQueries({ queryKey: ['reservations'] })
    }
  }

  const next = (import_id: number) =>
    call('post', '/api/staff/reservations/imports/{import_id}/continue', {
      params: { path: { import_id } },
    })

  return {
    progress,
    isRunning,
    isPlanChanged: error instanceof ApiError && error.code === 'plan_changed',
    problem: error === null ? null : errorWords(error),
    forget: () => setError(null),
    enter: (body: Wish) => run(() => call('post', '/api/staff/reservations/imports', { body })),
    goOn: (importId: number) => run(() => next(importId)),
  }
}
