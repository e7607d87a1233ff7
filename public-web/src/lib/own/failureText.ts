import type { Failure } from '@/api/call'
import { ownFailures } from '@/content/de/ownFailures'

const text = ownFailures

/** What is said of a call that did not succeed. */
export function failureText(failure: Failure): string {
  if (failure.kind === 'unclear') return text.unclear
  if (failure.kind === 'refused') return text.codes[failure.code] ?? text.other
  const seconds = failure.retryAfterSeconds
  return seconds ? text.limited(Math.ceil(seconds / 60)) : text.postponed
}
