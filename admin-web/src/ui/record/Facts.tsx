import type { ReactNode } from 'react'
import './facts.css'

/** Facts one below the other, each a `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

interface FactProps {
  label: string
  id?: string
  isConflict?: boolean
  children: ReactNode
}

/** A label and what stands beside it. */
export function Fact({ label, id, isConflict, children }: FactProps) {
  return (
    <div className={isConflict ? 'fact-conflict' : undefined}>
      <dt id={id}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
