import type { ReactNode } from 'react'
import { LandPatterns } from '@/components/land/LandPatterns'

type Ground = 'weizen' | 'klee' | 'acker' | 'wiese'

/** A parcel: its colour and its furrows. */
export function Parcel({ kind, shape }: { kind: Ground; shape: string }) {
  return (
    <>
      <path fill={`var(--land-${kind})`} d={shape} />
      <path className="furrows" fill={`url(#${kind})`} d={shape} />
    </>
  )
}

interface Props {
  /** The parcels around, clockwise from above: above, right above, right below, below. */
  around: readonly [Ground, Ground, Ground, Ground]
  /** The large parcel in the middle, from 640, 60 to 1100, 570. */
  middle: Ground
  children: ReactNode
}

/** Land in morning light, turned a little; on the left stubble, which bears the words. */
export function Land({ around: [above, rightAbove, rightBelow, below], middle, children }: Props) {
  return (
    <>
      <LandPatterns />
      <g transform="rotate(-9 600 315)">
        <path fill="var(--land-weg)" d="M-300-300h1900v1300H-300z" />
        <path fill="var(--land-stoppel)" d="M-300-300H612v1300H-300z" />
        <path className="furrows" fill="url(#stoppel)" d="M556-300h56v1300h-56z" />
        <Parcel kind={above} shape="M634-300h470v344H634z" />
        <Parcel kind={rightAbove} shape="M1112-300h400v560h-400z" />
        <Parcel kind={rightBelow} shape="M1112 268h400v700h-400z" />
        <Parcel kind={middle} shape="M634 60h470v510H634z" />
        <Parcel kind={below} shape="M634 586h470v400H634z" />
        <path stroke="var(--land-furche)" strokeWidth="3" d="M619-300v1300M627-300v1300" />
        {children}
      </g>
    </>
  )
}
