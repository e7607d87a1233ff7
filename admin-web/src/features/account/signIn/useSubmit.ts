import { type FormEvent, useRef, useState } from 'react'
import { errorWords, fieldErrorsOf } from '@/api/problem'

export interface Submission {
  isBusy: boolean
  /** The sentence of the last refusal, null before the first and while trying again. */
  error: string | null
  /** Sentences for single fields. */
  fieldErrors: Record<string, string>
  onSubmit: (event: FormEvent) => void
}

/** Runs a form's one action, never twice at a time, and keeps what the server refused. */
export function useSubmit(action: () => Promise<void>): Submission {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)

  async function submit() {
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await action()
    } catch (error) {
      setFailure(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    isBusy,
    error: failure === null ? null : errorWords(failure),
    fieldErrors: fieldErrorsOf(failure),
    onSubmit: (event) => {
      event.preventDefault()
      if (!running.current) void submit()
    },
  }
}
