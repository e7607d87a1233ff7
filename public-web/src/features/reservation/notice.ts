import type { ReservationAnswer } from '@/api/reservations'
import type { ToastMessage } from '@/components/Toast'
import { submissionText } from '@/content/de/reservationMessages'

/** What to say beside the button, in addition to the toast; null if the toast says it all. */
export function noticeOf(answer: ReservationAnswer): string | null {
  if (answer.kind === 'unclear') return submissionText.unclear
  if (answer.kind === 'reserved') return null
  switch (answer.code) {
    case 'email_limit':
      return submissionText.emailLimit
    case 'too_fast':
      return submissionText.tooFast
    case 'phone_limit':
      return submissionText.phoneLimit
    case 'park_paused':
      return submissionText.parkPaused
    case 'park_cancelled':
      return submissionText.parkCancelled
    case 'rate_limited':
      return submissionText.rateLimited(
        answer.kind === 'postponed' ? answer.retryAfterSeconds : null,
      )
    default:
      return submissionText.offer[answer.code] ?? null
  }
}

/** What the toast says: where trying again is pointless, not that one should. */
export function toastOf(answer: ReservationAnswer): ToastMessage {
  const code = 'code' in answer ? answer.code : ''
  if (code === 'email_limit') return submissionText.emailLimitToast
  if (code === 'phone_limit') return submissionText.phoneLimitToast
  if (code === 'park_paused') return submissionText.parkPausedToast
  if (code === 'park_cancelled') return submissionText.parkCancelledToast
  return submissionText.failureToast
}
