import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { errorWords, fieldErrorsOf } from '@/api/problem'
import type { Method } from '@/api/request'
import type { ConsoleDataProvider } from '@/dataProvider/dataProvider'
import type { AccountDocument } from './account'

/** One change of the team at a time; afterwards every account on the page is fetched again. */
export function useAccountCall() {
  const { call } = useDataProvider<ConsoleDataProvider>()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  /** The account afterwards; `null` when it was refused, which `problem` then tells. */
  async function run(method: Method, path: string, body?: unknown) {
    setRunning(true)
    setFailure(null)
    try {
      const account = await call<AccountDocument>(method, path, body)
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      return account
    } catch (error) {
      setFailure(error)
      return null
    } finally {
      setRunning(false)
    }
  }

  return {
    run,
    isRunning,
    problem: failure === null ? null : errorWords(failure),
    fieldErrors: fieldErrorsOf(failure),
  }
}
