import type { ReactNode } from 'react'
import { InfoIcon } from './icons'

/** "Where does this figure come from?": the sum behind a figure, one click away. */
export function Source({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="source">
      <summary>
        <InfoIcon />
        {label}
      </summary>
      <p>{children}</p>
    </details>
  )
}
