import type { ReactNode } from 'react'

interface Props {
  label: string
  /** What the table is called, for the area that scrolls sideways on small screens. */
  name: string
  children: ReactNode
}

/** The values behind a drawing, one click away. */
export function TableDetails({ label, name, children }: Props) {
  return (
    <details className="source values">
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="values__area" aria-label={name} tabIndex={0}>
        {children}
      </section>
    </details>
  )
}
