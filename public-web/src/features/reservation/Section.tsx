import type { ReactNode } from 'react'

interface Props {
  step: number
  title: string
  lead: string
  children: ReactNode
}

/** One of the four sections; its heading can take the focus after a jump. */
export function Section({ step, title, lead, children }: Props) {
  return (
    <section className="section" data-step={step} aria-label={title}>
      <h2 tabIndex={-1}>{title}</h2>
      <p className="quiet">{lead}</p>
      {children}
    </section>
  )
}
