import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { submissionText } from '@/content/de/reservationMessages'
import { formatMoment } from '@/lib/germanMoments'
import { recipient } from '@/lib/recipient'
import { useHydrated } from '@/lib/useHydrated'

const text = submissionText.confirmFirst

/** Leads to what is said to a household that has to confirm first; the way back is the form as it was. */
export function useWayToConfirmation() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (until: string | null) => {
    navigate(`${pathname}${search}`, { state: { confirmFirst: { until } } })
  }
}

/** What the entry of the history says of it, also after a reload; null: the form is shown. */
export function useConfirmFirst(): { until: Date | null } | null {
  const { state } = useLocation()
  const hydrated = useHydrated()
  const kept = hydrated && (state as { confirmFirst?: { until?: unknown } } | null)?.confirmFirst
  if (!kept) return null
  const until = typeof kept.until === 'string' ? new Date(kept.until) : null
  return { until: until && !Number.isNaN(until.getTime()) ? until : null }
}

/** Instead of the form, once it is sent: what has happened, what is to be done, until when, and that nothing is lost. */
export function ConfirmFirst({ until }: { until: Date | null }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])

  return (
    <div className="wrap closed-park">
      <h1 tabIndex={-1} ref={heading}>
        {text.title}
      </h1>
      <p className="lead">
        <RichText text={text.lead(recipient())} />
      </p>
      <p>
        <RichText text={text.until(until && formatMoment(until))} />
      </p>
      <p>{text.why}</p>
      <p className="small quiet">{text.noMail}</p>
      <p className="buttons">
        <button className="button button--line" type="button" onClick={() => navigate(-1)}>
          {text.back}
        </button>
      </p>
    </div>
  )
}
