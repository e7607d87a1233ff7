import { useEffect, useState } from 'react'
import { submissionText } from '@/content/de/reservationMessages'
import { planOf } from '@/lib/offer/offer'
import { mayLeaveFirstStep } from '@/lib/reservation/rules'
import { useSettings } from '@/lib/settingsContext'
import { useHydrated } from '@/lib/useHydrated'
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
  leaveFirstStep: () => void
  submit: () => void
}

export function useReservation(): Reservation {
  const problems = useProblems()
  const submission = useSubmission(problems.showServerErrors)
  const form = useForgettingForm(problems, submission)
  const instalmentsOffered = useInstalmentsOffered(form)
  const [unlocked, setUnlocked] = useUnlocked(form)
  const steps = useSteps(unlocked ? STEP_COUNT : 1)

  const leaveFirstStep = () => {
    if (!problems.checkFirstStep(form.values)) return
    setUnlocked(true)
    steps.go(2)
  }

  const submit = () => {
    if (submission.busy) return
    const found = problems.checkAll(form.values)
    if (Object.keys(found).length === 0) submission.send(form.values)
    else if (isOnlyConsent(found)) {
      submission.showToast(submissionText.consentToast)
      document.getElementById('consent')?.focus()
    }
  }

  return {
    form,
    problems,
    steps,
    submission,
    unlocked,
    instalmentsOffered,
    leaveFirstStep,
    submit,
  }
}

/** The form, with what was said of a field disappearing as soon as the field is changed. */
function useForgettingForm(problems: FormProblems, submission: Submission): ReservationForm {
  const form = useReservationForm()
  return {
    ...form,
    set: (field, value) => {
      form.set(field, value)
      problems.forget(field)
      if (field === 'consent') submission.showToast(null)
    },
  }
}

/** Once open the sections stay open, and a draft with a complete first step opens them at once. */
function useUnlocked({ restored, values }: ReservationForm) {
  const state = useState(false)
  const [, setUnlocked] = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was restored counts
  useEffect(() => {
    if (restored && mayLeaveFirstStep(values)) setUnlocked(true)
  }, [restored])
  return state
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
