import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Answer, Input, Method, Optional, PathOf } from './operations'
import { ApiError, errorWords, fieldErrorsOf, type Refusal } from './problem'
import { removedBy, renew } from './renewing'
import { useCall } from './useCall'

/**
 * One change at a time. Afterwards everything the page knows below the given names is fetched again.
 * `run` answers what the server did, or `null` when it was refused, which `problem` and
 * `fieldErrors` then tell; what was typed stays where it is. `runThen` first clears what was sent: a page that shows the
 * change already must not take the next key for one of its text.
 */
export function useStaffChange(...renewed: string[]) {
  const call = useCall()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function runThen<M extends Method, P extends PathOf<M>>(
    onDone: () => void,
    method: M,
    path: P,
    ...input: Optional<Input<M, P>>
  ): Promise<Done<Answer<M, P>> | null> {
    setRunning(true)
    setError(null)
    try {
      const answer = await call(method, path, ...input)
      onDone()
      await renew(queries, renewed, removedBy(method, path, input[0]))
      return (answer ?? NOTHING) as Done<Answer<M, P>>
    } catch (failure) {
      // Refetched first, so that the message and the next attempt go by the current state.
      if (failure instanceof ApiError && failure.code === 'stale') await renew(queries, renewed)
      setError(failure)
      return null
    } finally {
      setRunning(false)
    }
  }

  const run = <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...input: Optional<Input<M, P>>
  ) => runThen(() => {}, method, path, ...input)

  const forget = useCallback(() => setError(null), [])
  return { run, runThen, isRunning, forget, ...told(error) }
}

/** An answer without a body, told apart from a refusal. */
const NOTHING = {}
type Done<T> = T extends undefined ? typeof NOTHING : T

function told(error: unknown) {
  const refusal = error instanceof ApiError ? error.problem : null
  return {
    refusal: refusal as Refusal | null,
    problem: error === null ? null : errorWords(error),
    fieldErrors: fieldErrorsOf(error),
  }
}
