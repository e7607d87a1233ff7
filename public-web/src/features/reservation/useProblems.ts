import { useState } from 'react'
import type { FieldError } from '@/api/call'
import type { SummaryEntry } from '@/components/ErrorSummary'
import { fieldText } from '@/content/de/reservationFields'
import {
  ENERGY_FIELDS,
  isField,
  type ProblemCode,
  type RequiredField,
  type ReservationValues,
} from '@/lib/reservation/fields'
import { type Problems, problemsOf } from '@/lib/reservation/rules'

type Messages = Partial<Record<RequiredField, string>>

interface Summary {
  step: number
  entries: readonly SummaryEntry[]
  /** The field to go to at once, instead of the list. */
  focusField?: string | null
  /** The list shrinks as fields are mended; a new object here is a new press of the button. */
  attempt: object
}

export interface FormProblems {
  /** What to show at the fields. */
  messages: Messages
  /** The list above the button that was pressed, and which button that was. */
  summary: Summary | null
  /** Whether section 1 is complete; shows what is missing if not. */
  checkFirstStep: (values: ReservationValues) => boolean
  /** What keeps the whole form from being sent; shows it. */
  checkAll: (values: ReservationValues) => Problems
  showServerErrors: (errors: readonly FieldError[]) => void
  /** A changed field is no longer wrong until it is looked at again. */
  forget: (field: keyof ReservationValues) => void
}

/** What is wrong with the form, in the words shown. */
export function useProblems(): FormProblems {
  const [messages, setMessages] = useState<Messages>({})
  const [summary, setSummary] = useState<FormProblems['summary']>(null)

  const show = (problems: Problems, step: number) => {
    const found = messagesOf(problems)
    setMessages(found)
    const entries = Object.entries(found).map(([field, message]) => ({ field, message }))
    setSummary(entries.length > 0 ? { step, entries, attempt: {} } : null)
  }

  return {
    messages,
    summary,
    checkFirstStep: (values) => {
      const problems = problemsOf(values, ENERGY_FIELDS)
      show(problems, 1)
      return Object.keys(problems).length === 0
    },
    checkAll: (values) => {
      const problems = problemsOf(values)
      show(problems, 4)
      // A toast and the field itself say it: a list of one would be a third voice.
      if (isOnlyConsent(problems)) setSummary(null)
      return problems
    },
    showServerErrors: (errors) => {
      if (errors.length === 0) return
      setMessages(Object.fromEntries(errors.map(({ field, message }) => [field, message])))
      const entries = errors.map(serverEntry)
      const focusField = entries.find(({ field }) => field)?.field ?? null
      setSummary({ step: 4, entries, focusField, attempt: {} })
    },
    forget: (field) => {
      if (!isField(field) || !messages[field]) return
      setMessages({ ...messages, [field]: undefined })
      setSummary(summary && without(summary, field))
    },
  }
}

export const isOnlyConsent = (problems: Problems): boolean =>
  Object.keys(problems).join() === 'consent'

function without(summary: Summary, field: string): Summary | null {
  const entries = summary.entries.filter((entry) => entry.field !== field)
  return entries.length > 0 ? { ...summary, entries } : null
}

const serverEntry = ({ field, message }: FieldError): SummaryEntry => ({
  field: isField(field) ? field : null,
  message,
})

function messagesOf(problems: Problems): Messages {
  const entries = Object.entries(problems) as [RequiredField, ProblemCode][]
  return Object.fromEntries(entries.map(([field, code]) => [field, fieldText[field][code]]))
}
