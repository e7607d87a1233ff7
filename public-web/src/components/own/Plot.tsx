import type { ReactNode } from 'react'

/** The land: what is said stands on the stubble, the park's field lies beside it. */
export function Plot({ children, field }: { children: ReactNode; field: ReactNode }) {
  return (
    <section className="plot">
      <div className="plot__picture">{field}</div>
      <div className="wrap">
        <div className="plot__text">{children}</div>
      </div>
    </section>
  )
}
