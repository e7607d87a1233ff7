import { type ReactNode, useId } from 'react'

interface StepProps {
  number: number
  title: string
  note?: ReactNode
  children: ReactNode
}

/** One of the four steps, in the order of the conversation. */
export function Step({ number, title, note, children }: StepProps) {
  const id = useId()
  return (
    <section className="entry-step" aria-labelledby={id}>
      <h2 id={id}>
        <span className="entry-number">{number}</span>
        {title}
        {note && <small className="muted">{note}</small>}
      </h2>
      {children}
    </section>
  )
}
