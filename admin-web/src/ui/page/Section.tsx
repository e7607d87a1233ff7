import { type ReactNode, useId } from 'react'
import { useArrivalProps } from './useArrival'

interface SectionProps {
  /** What an address that leads to it ends in. */
  name?: string
  title: string
  /** Beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A sheet with its heading. */
export function Section({ name = '', title, action, children }: SectionProps) {
  const id = useId()
  const arrival = useArrivalProps(name)
  return (
    <section {...(name && arrival)} className="sheet" aria-labelledby={id}>
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
