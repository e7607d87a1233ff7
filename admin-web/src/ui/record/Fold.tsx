import type { ReactNode } from 'react'

interface FoldProps {
  title: string
  /** The main value, to be read without opening it. */
  value?: ReactNode
  isOpen?: boolean
  children: ReactNode
}

/** A part that few calls need: closed, with its main value beside the heading. */
export function Fold({ title, value, isOpen = false, children }: FoldProps) {
  return (
    <details className="record-fold" open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <span className="muted tiny tabular">{value}</span>
      </summary>
      <section aria-label={title}>{children}</section>
    </details>
  )
}
