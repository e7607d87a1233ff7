import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { confirmFirstText as text } from '@/content/de/confirmFirst'
import { formatMoment } from '@/lib/germanMoments'
import { recipient } from '@/lib/recipient'
import { useSending } from '@/lib/useSending'

/** Instead of the form, once it is sent: what has happened, what is to be done, until when, and that nothing is lost. */
export function ConfirmFirst({ until }: { until: Date | null }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const sending = useSending()

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
        <RichText text={sending(text.lead(recipient()))} />
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
