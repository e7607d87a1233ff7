import type { ReactNode, Ref } from 'react'

interface ScrollRegionProps {
  label: string
  isBusy?: boolean
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A table that scrolls sideways on small screens, and by key where it has the focus. */
export function ScrollRegion(props: ScrollRegionProps) {
  return (
    <section
      className="table"
      ref={props.ref}
      aria-label={props.label}
      aria-busy={props.isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      tabIndex={0}
    >
      {props.children}
    </section>
  )
}
