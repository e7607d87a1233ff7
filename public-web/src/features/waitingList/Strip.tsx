import type { ReactNode } from 'react'

const LINES = 'M9.5 0v25M19 0v25M28.5 0v25M0 12.5h38'

interface Props {
  crop: 'wiese' | 'weizen' | 'acker' | 'stoppel'
  title: string
  text: string
  children: ReactNode
}

/** A parcel whose foot draws what it says. */
export function Strip({ crop, title, text, children }: Props) {
  return (
    <li className={`strip strip--${crop}`}>
      <h3>{title}</h3>
      <p>{text}</p>
      <svg viewBox="0 0 760 130" preserveAspectRatio="xMinYMax slice" aria-hidden="true">
        <g transform="rotate(-4 0 100)">
          <path fill={`var(--land-${crop})`} d="M-20 26h900v220H-20z" />
          <path fill={`url(#${crop})`} d="M-20 26h900v220H-20z" />
          <path stroke="var(--land-weg)" strokeWidth="9" d="M-20 26h900" />
          <g transform="translate(34 62)">{children}</g>
        </g>
      </svg>
    </li>
  )
}

/** Modules in a row, each 1.000 kWh of the household's own, of others, or only marked out. */
export function Modules({ kinds }: { kinds: readonly ('mine' | 'taken' | 'open')[] }) {
  return kinds.map((kind, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a module is its place in the row
    <g key={index} transform={`translate(${46 * index} 0)`}>
      {kind === 'open' ? (
        <path className="strip__open" d="M1 1h36v23H1z" />
      ) : (
        <>
          <path className="shade" d="M4 6h38v25H4z" />
          <path className={kind === 'mine' ? 'mine' : 'place-taken'} d="M0 0h38v25H0z" />
          <path className={`strip__lines strip__lines--${kind}`} d={LINES} />
        </>
      )}
    </g>
  ))
}

/** The place goes on to another household. */
export function GoesOn() {
  return (
    <>
      <Modules kinds={['open']} />
      <path className="strip__arrow" d="M50 12.5h28m-9-9l9 9-9 9" />
      <g transform="translate(92 0)">
        <Modules kinds={['taken']} />
      </g>
    </>
  )
}
