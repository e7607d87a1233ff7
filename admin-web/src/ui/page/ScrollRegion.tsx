import type { ReactNode } from 'react'

/** A table that scrolls sideways on small screens, and by key where it has the focus. */
export function ScrollRegion(props: { label: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <section
      className="table"
      aria-label={props.label}
      aria-busy={props.isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      tabIndex={0}
    >
      {props.children}
    </section>
  )
}
