import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FieldError } from '@/api/call'
import type { ReservationAnswer, ReserveAddress, Reserved } from '@/api/reservations'
import type { ToastMessage } from '@/components/Toast'
import { CONSENT_VERSION } from '@/content/de/reservation'
import { submissionText } from '@/content/de/reservationMessages'
import { consent } from '@/lib/attribution/consent'
import { currentAttribution } from '@/lib/attribution/store'
import { paths } from '@/lib/paths'
import { rememberRecipient } from '@/lib/recipient'
import { lastKey } from '@/lib/reservation/attempt'
import { forgetContact } from '@/lib/reservation/contactMemory'
import type { ReservationValues } from '@/lib/reservation/fields'
import { payloadOf } from '@/lib/reservation/payload'
import { type OneTask, useOneTask } from '@/lib/useOneTask'
import { noticeOf, toastOf } from './notice'
import { reserve, resume, wasInterrupted } from './reserve'
import { useWayToList } from './ToWaitingList'
import { useWayToConfirmation } from './useConfirmFirst'

export interface Submission {
  busy: boolean
  toast: ToastMessage | null
  showToast: (toast: ToastMessage | null) => void
  /** A sentence beside the button: what is going on, or why it did not work. */
  notice: string | null
  /** Whether the mailbox has a new place already, and the visitor is asked if another is wanted. */
  asksForAnother: boolean
  /** Takes the question back, for instance when another address is typed. */
  dropQuestion: () => void
  /** @param another whether a second place of this mailbox is wanted */
  send: (values: ReservationValues, another?: boolean) => Promise<void>
}

/**
 * Sending the reservation, from the click to the thank-you page or the failure.
 *
 * @param address where it is reserved
 * @param onFieldErrors takes what the server says about single fields
 */
export function useSubmission(
  onFieldErrors: (errors: readonly FieldError[]) => void,
  address: ReserveAddress | undefined,
): Submission {
  const { busy, run } = useOneTask()
  const [toast, showToast] = useState<ToastMessage | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [asksForAnother, setAsks] = useState(false)
  const thank = useThankYou()
  const leadToList = useWayToList()
  const leadToConfirmation = useWayToConfirmation()
  const clarify = () => setNotice(submissionText.clarifying)

  useResume(thank, () => leadToConfirmation(null), setNotice, run)

  const call = (values: ReservationValues, another: boolean) => async () => {
    showToast(null)
    setNotice(null)
    setAsks(false)
    const payload = payloadOf(values, currentAttribution(), consent(), CONSENT_VERSION)
    return reserve({ ...payload, another }, clarify, address)
  }

  const send = async (values: ReservationValues, another = false) => {
    const answer = await run<ReservationAnswer>(call(values, another), { kind: 'unclear' })
    if (!answer) return
    if (answer.kind === 'reserved') {
      rememberRecipient(values.email.trim())
      return thank(answer)
    }
    if ('code' in answer && answer.code === 'park_full') return leadToList(values, true)
    if (answer.kind === 'refused' && answer.code === 'confirm_first') {
      rememberRecipient(values.email.trim())
      return leadToConfirmation(answer.confirmBy ?? null)
    }
    setNotice(noticeOf(answer))
    if ('code' in answer && answer.code === 'already_reserved') return setAsks(true)
    showToast(toastOf(answer))
    if (answer.kind === 'refused') onFieldErrors(answer.errors)
    logFailure(answer)
  }

  const dropQuestion = () => setAsks(false)
  return { busy, toast, showToast, notice, asksForAnother, dropQuestion, send }
}

/** Replaces the form in the history, so that the back button cannot send it again. */
function useThankYou() {
  const navigate = useNavigate()
  return ({ spotNumber, reference, replayed }: Reserved) => {
    const state = { spotNumber, reference, replayed, key: lastKey() }
    forgetContact()
    navigate(`${paths.thanks}?spot=${spotNumber}`, { replace: true, state })
  }
}

/** Finds out what became of a reservation that was being sent when the page was reloaded. */
function useResume(
  thank: (reserved: Reserved) => void,
  leadToConfirmation: () => void,
  setNotice: (notice: string | null) => void,
  run: OneTask['run'],
): void {
  const started = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (started.current) return
    started.current = true
    if (!wasInterrupted()) return
    setNotice(submissionText.clarifying)
    run(resume, 'unknown').then((outcome) => {
      if (outcome === null) return
      if (outcome === 'confirm_first') leadToConfirmation()
      else if (outcome === 'unknown') setNotice(submissionText.lostAfterReload)
      else thank(outcome)
    })
  }, [])
}

/** For the browser's console; a warning, as the visitor has been told. No personal data. */
function logFailure(answer: ReservationAnswer): void {
  const code = 'code' in answer ? answer.code : answer.kind
  console.warn(`Reservierung fehlgeschlagen: ${code}`)
}
