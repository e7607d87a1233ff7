import { useRef, useState } from 'react'
import type { FieldError } from '@/api/call'
import { type ContactAnswer, type ContactMessage, sendContactMessage } from '@/api/contact'
import type { SummaryEntry } from '@/components/ErrorSummary'
import type { ToastMessage } from '@/components/Toast'
import { contactFormText } from '@/content/de/contactForm'
import { centsToEuros } from '@/lib/offer/money'
import { randomKey } from '@/lib/oldBrowsers'
import { useOneTask } from '@/lib/useOneTask'
import { type Messages, messagesOf } from './rules'
import { amountOf, type ContactField, type ContactValues, messageOf, valuesFrom } from './values'

export interface ContactForm {
  values: ContactValues
  set: (field: ContactField, text: string) => void
  /** What to show at the fields. */
  messages: Messages
  /** The same as a list; a new list is a new attempt. */
  summary: readonly SummaryEntry[]
  busy: boolean
  toast: ToastMessage | null
  closeToast: () => void
  /** The enquiry's reference once it has arrived. */
  reference: string | null
  submit: () => Promise<void>
}

/** The contact form from the first letter to the reference. It keeps nothing beyond its own life. */
export function useContactForm(): ContactForm {
  // Runs in the browser only, so the query may be read at once.
  const [values, setValues] = useState(() => valuesFrom(window.location.search))
  const [messages, setMessages] = useState<Messages>({})
  const [summary, setSummary] = useState<readonly SummaryEntry[]>([])
  const { busy, toast, closeToast, reference, send } = useSending(showServerErrors)

  function show(found: Messages) {
    setMessages(found)
    const entries = Object.entries(found).map(([field, message]) => ({ field, message }))
    setSummary(entries)
    return entries.length > 0
  }

  function showServerErrors(errors: readonly FieldError[]) {
    show(Object.fromEntries(errors.map(({ field, message }) => [field, message])))
  }

  return {
    values,
    set: (field, text) => {
      setValues((before) => ({ ...before, [field]: text }))
      // A changed field is no longer wrong until it is looked at again.
      if (messages[field]) setMessages({ ...messages, [field]: undefined })
    },
    messages,
    summary,
    busy,
    toast,
    closeToast,
    reference,
    submit: async () => {
      if (!busy && !show(messagesOf(values))) await send(bodyOf(values))
    },
  }
}

/** The call itself: once at a time, and under one key until the text is another. */
function useSending(onFieldErrors: (errors: readonly FieldError[]) => void) {
  const { busy, run } = useOneTask()
  const [toast, setToast] = useState<ToastMessage | null>(null)
  const [reference, setReference] = useState<string | null>(null)
  const attempt = useRef({ key: '', sent: '' })

  const call = async (message: ContactMessage): Promise<ContactAnswer> => {
    const sent = JSON.stringify(message)
    if (attempt.current.sent !== sent) attempt.current = { key: randomKey(), sent }
    return sendContactMessage(message, attempt.current.key)
  }

  const send = async (message: ContactMessage) => {
    if (!busy) setToast(null)
    const answer = await run(() => call(message), { kind: 'unclear' })
    if (!answer) return
    if (answer.kind === 'sent') return setReference(answer.reference)
    if (answer.kind === 'refused' && answer.errors.length > 0) return onFieldErrors(answer.errors)
    setToast({ title: contactFormText.failure.title, text: failureText(answer) })
  }

  return { busy, toast, closeToast: () => setToast(null), reference, send }
}

function failureText(answer: Exclude<ContactAnswer, { kind: 'sent' }>): string {
  const { unclear, limited, other } = contactFormText.failure
  if (answer.kind === 'unclear') return unclear
  const isLimited = answer.kind === 'postponed' && answer.code === 'rate_limited'
  return isLimited ? limited(Math.ceil((answer.retryAfterSeconds ?? 60) / 60)) : other
}

function bodyOf(values: ContactValues): ContactMessage {
  const { name, email, phone, topic, reference, homepage } = values
  const body = { name, email, phone, topic, message: messageOf(values), homepage }
  if (topic !== 'anteil') return { ...body, reference } as ContactMessage
  const cents = amountOf(values)
  return {
    ...body,
    project: values.project || null,
    amount: cents === null ? null : centsToEuros(cents),
    payment_method: values.payment_method || null,
  } as ContactMessage
}
