import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useNotify } from 'react-admin'
import type { ConsoleDataProvider } from '@/api/dataProvider'
import { errorWords } from '@/api/problem'

export type SpotAction = 'block' | 'release'

export interface SpotsAnswer {
  done: number
  refused: number
  results: {
    number: number
    outcome: 'done' | 'refused'
    code: string | null
    detail: string | null
  }[]
}

export interface NamedAnswer extends SpotsAnswer {
  action: SpotAction
}

/** Blocks or releases spots and renews the park's picture. `run` is true when the server took the call. */
export function useSpotAction(park: string) {
  const { call } = useDataProvider<ConsoleDataProvider>()
  const notify = useNotify()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [answer, setAnswer] = useState<NamedAnswer | null>(null)

  async function run(action: SpotAction, numbers: readonly number[], reason: string) {
    setRunning(true)
    setAnswer(null)
    try {
      const path = `parks/${encodeURIComponent(park)}/spots/${action}`
      const result = await call<SpotsAnswer>('POST', path, { numbers, reason })
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
