import { type Failure, failureOf, jsonOf, post } from './call'
import type { components } from './schema'

type Schemas = components['schemas']

/** A message as the contact form sends it; what has a default may be left out. */
export type ContactMessage = Pick<Schemas['ContactIn'], 'name' | 'email' | 'topic' | 'message'> &
  Partial<Schemas['ContactIn']>

/** What became of a message. */
export type ContactAnswer = { kind: 'sent'; reference: string } | Failure

const TIMEOUT_MS = 20_000

/**
 * Sends a message. Never throws.
 *
 * @param key the same for every repetition of one message, so that it is stored once
 */
export async function sendContactMessage(
  message: ContactMessage,
  key: string,
): Promise<ContactAnswer> {
  const response = await post('/api/contact', message, TIMEOUT_MS, { 'Idempotency-Key': key })
  const failure = await failureOf(response)
  if (failure || !response) return failure ?? { kind: 'unclear' }
  const { success, reference } = await jsonOf<Schemas['ContactOut']>(response)
  return success === true && typeof reference === 'string'
    ? { kind: 'sent', reference }
    : { kind: 'unclear' }
}
