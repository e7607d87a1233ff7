import { type ReactNode, useState } from 'react'

interface FoldProps {
  title: string
  /** The main value, to be read without opening it. */
  value?: ReactNode
  /** Opens it when there is something to do; once that is done it stays open, to be read. */
  isOpen?: boolean
  children: ReactNode
}

/** A part that few calls need: closed, with its main value beside the heading. */
export function Fold({ title, value, isOpen = false, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  return (
    <details className="record-fold" open={wasOpened}>
      <summary>
        <h2>{title}</h2>
        <span className="muted tiny tabular">{value}</span>
      </summary>
      <section aria-label={title}>{children}</section>
    </details>
  )
}
