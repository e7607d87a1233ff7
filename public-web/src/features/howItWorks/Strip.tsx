import type { ReactNode } from 'react'

interface Props {
  /** A crop of `LandPatterns`. */
  crop: string
  width: number
  height: number
  /** The track, by default straight through the middle. */
  track?: string
  children: ReactNode
}

/** A piece of land from above with a track through it. Decoration. */
export function Strip({ crop, width, height, track, children }: Props) {
  const ground = `M0 0h${width}v${height}H0z`
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={`var(--land-${crop})`} d={ground} />
      <path fill={`url(#${crop})`} d={ground} />
      <path
        fill="none"
        stroke="var(--land-weg)"
        strokeWidth="12"
        d={track ?? `M0 ${height / 2}H${width}`}
      />
      {children}
    </svg>
  )
}

/** A kilowatt hour of the share, with its ring where it is introduced. */
export function MyCell({ x, y, ringed = false }: { x: number; y: number; ringed?: boolean }) {
  return (
    <>
      <path className="mine" d={`M${x} ${y}h22v14h-22z`} />
      {ringed && <path className="ring" strokeWidth="3" d={`M${x - 6} ${y - 6}h34v26h-34z`} />}
    </>
  )
}
