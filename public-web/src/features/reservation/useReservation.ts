import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { ACCEPT } from '@/api/reservations'
import { submissionText } from '@/content/de/reservationMessages'
import { planOf } from '@/lib/offer/offer'
import { isField, type ReservationValues, stepOfField } from '@/lib/reservation/fields'
import { mayLeaveFirstStep, missingFields } from '@/lib/reservation/rules'
import { useSettings } from '@/lib/settingsContext'
import { useHydrated } from '@/lib/useHydrated'
import { QUESTION_ID } from './AnotherPlace'
import type { HeldOffer } from './offered'
import type { OfferMode } from './useOffer'
import { type FormProblems, isOnlyConsent, useProblems } from './useProblems'
import { type ReservationForm, useReservationForm } from './useReservationForm'
import { STEP_COUNT, type Steps, useSteps } from './useSteps'
import { type Submission, useSubmission } from './useSubmission'

/** Everything the sections of the form share. */
export interface Reservation {
  form: ReservationForm
  problems: FormProblems
  steps: Steps
  submission: Submission
  /** Whether section 1 is done and the others are open. */
  unlocked: boolean
  instalmentsOffered: boolean
  /** The place the waiting list holds for this household, if the form is for it. */
  held: HeldOffer | null
  leaveFirstStep: () => void
  /** Puts the cursor into a field, whichever section it is in. */
  visit: (field: string) => void
  /** @param another whether a second place of the same mailbox is wanted */
  submit: (another?: boolean) => void
}

export function useReservation(mode: OfferMode): Reservation {
  const problems = useProblems()
  const submission = useSubmission(
    (errors) => {
      problems.showServerErrors(errors)
      const first = errors.find(({ field }) => isField(field))
      if (first) steps.show(stepOfField(first.field))
    },
    mode.isOffer ? ACCEPT : undefined,
  )
  const form = useForgettingForm(problems, submission)
  useOfferedValues(form, mode.held)
  const instalmentsOffered = useInstalmentsOffered(form)
  const { unlocked, isDecided, unlock } = useUnlocked(form)
  const steps: Steps = useSteps(unlocked ? STEP_COUNT : 1, isDecided)

  const leaveFirstStep = () => {
    if (!problems.checkFirstStep(form.values)) return
    form.keep()
    unlock()
    steps.go(2)
  }

  const submit = (another = false) => {
    if (submission.busy) return
    if (submission.asksForAnother && !another) return document.getElementById(QUESTION_ID)?.focus()
    const found = problems.checkAll(form.values)
    if (Object.keys(found).length === 0) submission.send(form.values, another)
    else if (isOnlyConsent(found)) {
      submission.showToast(submissionText.consentToast)
      document.getElementById('consent')?.focus()
    }
  }

  const actions = { leaveFirstStep, visit: (field: string) => visit(field, steps), submit }
  const { held } = mode
  return { form, problems, steps, submission, unlocked, instalmentsOffered, held, ...actions }
}

/** Whether the button to send waits for an answer: of the visitor or of the server. */
export const isHeldBack = (values: ReservationValues, submission: Submission): boolean =>
  missingFields(values).length > 0 || submission.busy || submission.asksForAnother

/** The field may only be in view once its step is. */
function visit(field: string, steps: Steps): void {
  flushSync(() => steps.show(stepOfField(field)))
  document.getElementById(field)?.focus()
}

/** The form, with what was said of a field disappearing as soon as the field is changed. */
function useForgettingForm(problems: FormProblems, submission: Submission): ReservationForm {
  const form = useReservationForm()
  return {
    ...form,
    set: (field, value) => {
      form.set(field, value)
      problems.forget(field)
      submission.dropQuestion()
      if (field === 'consent') submission.showToast(null)
    },
  }
}

/** Takes over what the household typed when it entered the list. */
function useOfferedValues({ restored, fill }: ReservationForm, held: HeldOffer | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the offer is known
  useEffect(() => {
    if (!held || !restored) return
    fill(held.values)
  }, [held, restored])
}

/** Once open the sections stay open, and a draft with a complete first step opens them at once. */
function useUnlocked({ restored, values }: ReservationForm) {
  const [state, setState] = useState({ unlocked: false, isDecided: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was restored counts
  useEffect(() => {
    if (restored) setState({ unlocked: mayLeaveFirstStep(values), isDecided: true })
  }, [restored])
  return { ...state, unlock: () => setState({ unlocked: true, isDecided: true }) }
}

/** Without instalments a plan from an older draft falls back to the one-off payment. */
function useInstalmentsOffered({ values, set }: ReservationForm): boolean {
  const hydrated = useHydrated()
  const offered = useSettings().instalmentsOffered || !hydrated
  const mustFallBack = !offered && planOf(values.payment_plan).months > 0
  useEffect(() => {
    if (mustFallBack) set('payment_plan', 'one-off')
  }, [mustFallBack, set])
  return offered
}
