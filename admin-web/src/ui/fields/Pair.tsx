import type { ReactNode } from 'react'

/** A name and its value in a list of such. */
export const Pair = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
