import { useEffect, useRef } from 'react'
import { Link } from '@/components/Link'
import { submissionText } from '@/content/de/reservationMessages'
import { paths } from '@/lib/paths'

/** Its heading, for the button that has nothing to send before there is an answer. */
export const QUESTION_ID = 'noch-ein-platz'

/** Asks before a mailbox gets a second place within minutes: most who send twice mean one. */
export function AnotherPlace({ onReserve }: { onReserve: () => void }) {
  const { title, text, keep, reserve } = submissionText.another
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <section className="another" aria-labelledby={QUESTION_ID}>
      <h3 id={QUESTION_ID} tabIndex={-1} ref={heading}>
        {title}
      </h3>
      <p>{text}</p>
      <div className="buttons">
        <Link className="button button--line" to={paths.myReservation}>
          {keep}
        </Link>
        <button type="button" className="button button--line" onClick={onReserve}>
          {reserve}
        </button>
      </div>
    </section>
  )
}
