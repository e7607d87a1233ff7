import { useState } from 'react'
import type { Answer } from '@/api/ask'
import type { FieldError } from '@/api/call'
import { useOneTask } from '../useOneTask'
import { failureText } from './failureText'

export interface Call {
  busy: boolean
  /** What went wrong, in words; null as long as nothing did. */
  failure: string | null
  /** What is wrong with single fields, by their names. */
  faults: Readonly<Record<string, string>>
  /** Makes the call unless one is under way; what it found, or null. */
  run: <Found>(call: () => Promise<Answer<Found>>) => Promise<Found | null>
}

const UNCLEAR = { kind: 'unclear' } as const

/**
 * One call at a time, with its failure in words. `onRefusal` hears the code of a refusal: where the
 * page is out of date, it has to be reloaded.
 */
export function useCall(onRefusal: (code: string) => void = () => {}): Call {
  const task = useOneTask()
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})

  async function run<Found>(call: () => Promise<Answer<Found>>): Promise<Found | null> {
    const answer = await task.run(call, UNCLEAR)
    if (!answer) return null
    const errors = answer.kind === 'refused' ? answer.errors : []
    setFaults(byField(errors))
    setFailure(answer.kind === 'done' || errors.length > 0 ? null : failureText(answer))
    if (answer.kind === 'refused') onRefusal(answer.code)
    return answer.kind === 'done' ? answer.found : null
  }

  return { busy: task.busy, failure, faults, run }
}

const byField = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))
