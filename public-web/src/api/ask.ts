import { abortAfter } from '@/lib/oldBrowsers'
import { type Failure, failureOf, post } from './call'

/** A failure, or what the server answered. Our own server answers what its document says. */
export type Answer<Found> = Failure | { kind: 'done'; found: Found }

const TIMEOUT_MS = 15_000

/** Sends JSON and takes the answer for what the document says. Never throws. */
export async function ask<Found>(address: string, body: unknown): Promise<Answer<Found>> {
  return answerOf<Found>(await post(address, body, TIMEOUT_MS))
}

/** Reads what is there now. Never throws. */
export async function read<Found>(address: string): Promise<Answer<Found>> {
  const response = await fetch(address, { signal: abortAfter(TIMEOUT_MS) }).catch(() => null)
  return answerOf<Found>(response)
}

async function answerOf<Found>(response: Response | null): Promise<Answer<Found>> {
  const failure = await failureOf(response)
  if (failure) return failure
  try {
    return { kind: 'done', found: (await response?.json()) as Found }
  } catch {
    return { kind: 'unclear' }
  }
}
