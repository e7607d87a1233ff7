import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'

export type SpotAction = 'block' | 'release'

export type NamedAnswer = Schemas['SpotResultsOut'] & { action: SpotAction }

/** Blocks or releases spots and renews the park's picture. `run` is true when the server took the call. */
export function useSpotAction(park: string) {
  const call = useCall()
  const notify = useNotify()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [answer, setAnswer] = useState<NamedAnswer | null>(null)

  async function run(action: SpotAction, numbers: number[], reason: string) {
    setRunning(true)
    setAnswer(null)
    try {
      const result = await call('post', `/api/staff/parks/{park}/spots/${action}`, {
        params: { path: { park } },
        body: { numbers, reason },
      })
      setAnswer({ ...result, action })
      await queries.invalidateQueries({ queryKey: ['parks'] })
      return true
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
      return false
    } finally {
      setRunning(false)
    }
  }

  return { run, isRunning, answer }
}
