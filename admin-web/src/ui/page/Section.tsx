import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A sheet with its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
