import { contactAnswers } from '@/content/de/contactAnswers'
import { parseAmount } from '@/lib/germanAmount'
import { formatInteger, formatShortEuro } from '@/lib/germanNumbers'
import {
  amountOf,
  type ContactField,
  type ContactValues,
  messageOf,
  minimumOf,
  type Projects,
} from './values'

export type Messages = Partial<Record<ContactField, string>>

/** The server's limits; only a text beyond them is worth a word before sending. */
const SHORTEST_MESSAGE = 10
const LONGEST_MESSAGE = 4000
// Only what no address can do without; whether it exists, the mail to it shows.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const FEWEST_DIGITS = 6

const { problems } = contactAnswers

/** What is wrong with the form, field by field in the order of the form. */
export function messagesOf(values: ContactValues, projects: Projects): Messages {
  const found: Record<string, string | null> = {
    name: values.name.trim() ? null : problems.name.missing,
    email: emailProblem(values.email.trim()),
    phone: phoneProblem(values),
    topic: values.topic ? null : problems.topic.missing,
    amount: values.topic === 'anteil' ? amountProblem(values, projects) : null,
    message: messageProblem(messageOf(values, projects).trim()),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null))
}

function emailProblem(email: string): string | null {
  if (!email) return problems.email.missing
  return EMAIL.test(email) ? null : problems.email.malformed
}

function phoneProblem({ phone, topic }: ContactValues): string | null {
  const { missing, malformed } = problems.phone
  if (!phone.trim()) return topic === 'rueckruf' ? missing : null
  return phone.replace(/\D/g, '').length < FEWEST_DIGITS ? malformed : null
}

function amountProblem(values: ContactValues, projects: Projects): string | null {
  const { malformed, tooSmall } = problems.amount
  if (!values.amount.trim()) return null
  if (!parseAmount(values.amount).readable) return malformed
  const minimum = minimumOf(values, projects)
  return (amountOf(values) ?? 0) < minimum ? tooSmall(formatShortEuro(minimum)) : null
}

function messageProblem(message: string): string | null {
  const { missing, tooShort, tooLong } = problems.message
  if (!message) return missing
  if (message.length < SHORTEST_MESSAGE) return tooShort(formatInteger(SHORTEST_MESSAGE))
  // The server counts characters, of which an emoji is fewer than JavaScript counts.
  const length = [...message].length
  return length > LONGEST_MESSAGE
    ? tooLong(formatInteger(LONGEST_MESSAGE), formatInteger(length))
    : null
}
