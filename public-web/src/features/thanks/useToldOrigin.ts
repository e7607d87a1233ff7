import { useEffect, useRef, useState } from 'react'
import type { Answer } from '@/api/ask'
import {
  askToldOrigin,
  type ToldAnswer,
  type ToldQuestion,
  tellOrigin,
  withdrawToldOrigin,
} from '@/api/toldOrigin'

/** An answer on its way, or one that did not arrive: it is kept until it did. */
export interface Pending {
  answer: ToldAnswer
  text: string
}

export interface ToldOriginState {
  /** Null until the server has told it; and for good where it does not know the key. */
  question: ToldQuestion | null
  pending: Pending | null
  /** The last call did not take effect. */
  isFailed: boolean
  /** What is wrong with the household's own words. */
  fault: string | undefined
  tell: (answer: ToldAnswer, text?: string) => Promise<boolean>
  withdraw: () => Promise<boolean>
}

/** The question and its answer as the server has them, and what is being sent. */
export function useToldOrigin(secret: string): ToldOriginState {
  const [question, setQuestion] = useState<ToldQuestion | null>(null)
  const [pending, setPending] = useState<Pending | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [fault, setFault] = useState<string>()
  // Of two quick taps the second counts: what the first one's answer says is out of date by then.
  const calls = useRef(0)

  useEffect(() => {
    let isCurrent = true
    askToldOrigin(secret).then((answer) => {
      if (isCurrent && answer.kind === 'done') setQuestion(answer.found)
    })
    return () => {
      isCurrent = false
    }
  }, [secret])

  async function make(next: Pending | null, call: () => Promise<Answer<ToldQuestion>>) {
    calls.current += 1
    const number = calls.current
    setPending(next)
    setFailed(false)
    setFault(undefined)
    const answer = await call()
    if (number !== calls.current) return false
    if (answer.kind === 'done') {
      setQuestion(answer.found)
      setPending(null)
      return true
    }
    const message = answer.kind === 'refused' ? answer.errors[0]?.message : undefined
    setFault(message)
    setFailed(!message)
    return false
  }

  return {
    question,
    pending,
    isFailed,
    fault,
    tell: (answer, text = '') => make({ answer, text }, () => tellOrigin(secret, answer, text)),
    withdraw: () => make(null, () => withdrawToldOrigin(secret)),
  }
}
