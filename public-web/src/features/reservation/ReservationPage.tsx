import './reservation.css'
import { type FormEvent, useEffect } from 'react'
import { RichText } from '@/components/RichText'
import { Toast } from '@/components/Toast'
import { formText, stepLabels } from '@/content/de/reservation'
import { submissionText } from '@/content/de/reservationMessages'
import { useLoaded } from '@/lib/own/useLoaded'
import { useParkState, usePlaces } from '@/lib/placesFree'
import { useSettings } from '@/lib/settingsContext'
import { ClosedPark } from './ClosedPark'
import { ContactSection } from './ContactSection'
import { EnergySection } from './EnergySection'
import { LockedSteps } from './LockedSteps'
import type { HeldOffer } from './offered'
import { PackageSection } from './PackageSection'
import { PaymentSection } from './PaymentSection'
import { Receipt } from './Receipt'
import { StepIndicator } from './StepIndicator'
import { FORM_ID, SumBar } from './SumBar'
import { ToWaitingList } from './ToWaitingList'
import { useConfirmFirst } from './useConfirmFirst'
import { useOffer } from './useOffer'
import { useReservation } from './useReservation'
import { stepOf } from './useSteps'

export default function ReservationPage() {
  const mode = useOffer()
  const reservation = useReservation(mode)
  const { company } = useSettings()
  const { form, steps, submission, unlocked, leaveFirstStep, submit } = reservation

  usePlaces()
  const state = useParkState()
  const confirmFirst = useConfirmFirst()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // Return in a field of an earlier section means "on", not "send".
    const step = stepOf(document.activeElement)
    if (!unlocked || step === 1) leaveFirstStep()
    else if (step && step < 4) steps.go(step + 1)
    else submit()
  }

  if (confirmFirst) return <Confirming {...confirmFirst} />
  if (state !== 'open' && !mode.isOffer) {
    if (state === 'full' && form.restored) return <ToWaitingList values={form.values} />
    return <ClosedPark state={state} />
  }

  return (
    <div className="reservation" data-current={steps.current}>
      <StepIndicator steps={steps} labels={stepLabels} unlocked={unlocked} />
      <div className="wrap reservation__columns">
        {/* Pressed before React is there, a form of method "dialog" does nothing; any other would put
            what was typed into the address. */}
        <form
          id={FORM_ID}
          ref={form.element}
          method="dialog"
          noValidate
          onSubmit={onSubmit}
          aria-busy={submission.busy}
        >
          <FormHead held={mode.held} />
          <noscript>
            <p className="notice">
              <RichText text={formText.noScript(company)} />
            </p>
          </noscript>
          <EnergySection {...reservation} />
          {unlocked ? (
            <>
              <PackageSection {...reservation} />
              <PaymentSection {...reservation} />
              <ContactSection {...reservation} />
            </>
          ) : (
            <LockedSteps />
          )}
        </form>
        <aside className="receipt" aria-label={formText.receipt.title}>
          <Receipt values={form.values} />
        </aside>
      </div>
      <SumBar {...reservation} />
      <Toast
        message={submission.toast}
        closeLabel={submissionText.closeToast}
        onClose={() => submission.showToast(null)}
      />
    </div>
  )
}

function FormHead({ held }: { held: HeldOffer | null }) {
  const { title, lead, offered } = formText
  return (
    <>
      <h1>{held ? offered.title(held.spot) : title}</h1>
      <p className="lead quiet">{held ? offered.lead(held.until) : lead}</p>
    </>
  )
}

/** Hardly any visit sees it, so it is fetched when it is needed. */
function Confirming(props: { until: Date | null }) {
  const { part, failed, load } = useLoaded(() => import('./ConfirmFirst'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void load(), [])
  if (part) return <part.ConfirmFirst {...props} />
  return (
    <div className="wrap closed-park" aria-busy={!failed}>
      {failed && <p role="alert">{submissionText.confirmFirst}</p>}
    </div>
  )
}
