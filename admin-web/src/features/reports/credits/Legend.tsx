import type { ReactNode } from 'react'

export interface LegendEntry {
  name: string
  /** Said only where the picture is wide enough to show it. */
  more?: string
  sample: ReactNode
}

/** What lines and shapes of a picture mean, in words beside a sample of each. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="glyph-legend">
      {entries.map(({ name, more, sample }) => (
        <li key={name}>
          <svg
            className="glyph-sample"
            width={30}
            height={14}
            viewBox="0 0 30 14"
            aria-hidden="true"
          >
            {sample}
          </svg>
          {name}
          {more && <span className="wide-only">{more}</span>}
        </li>
      ))}
    </ul>
  )
}
