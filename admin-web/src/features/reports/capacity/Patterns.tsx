import type { TakenState } from './report'

/**
 * How areas look without colour: lines as the notches of the cells, double for active, none for
 * reserved; the band of a forecast is hatched.
 */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-active`} width={12} height={12} patternUnits="userSpaceOnUse">
        <rect className="c-pine" width={12} height={12} />
        <path className="notch-line" d="M0 3h12M0 7h12" />
      </pattern>
      <pattern id={`${id}-contracted`} width={12} height={12} patternUnits="userSpaceOnUse">
        <rect className="c-pine" width={12} height={12} />
        <path className="notch-line" d="M0 6h12" />
      </pattern>
      <pattern id={`${id}-invited`} width={8} height={8} patternUnits="userSpaceOnUse">
        <rect className="reason-given" width={8} height={8} />
        <rect className="c-pine" width={4} height={8} />
      </pattern>
      <pattern id={`${id}-reserved`} width={8} height={8} patternUnits="userSpaceOnUse">
        <rect className="c-module" width={8} height={8} />
      </pattern>
      <pattern id={`${id}-band`} width={7} height={7} patternUnits="userSpaceOnUse">
        <path className="hatching" d="M-1 8L8 -1M-1 1L1 -1M6 8L8 6" />
      </pattern>
    </defs>
  )
}

/** A small area in the look of a state, for legends; the patterns are those of the picture. */
export function StateBox({ id, name }: { id: string; name: TakenState | 'band' }) {
  return (
    <svg width={24} height={16} viewBox="0 0 24 16" aria-hidden="true" className="drawing glyph">
      <rect className="area" x={1} y={1} width={22} height={14} fill={`url(#${id}-${name})`} />
    </svg>
  )
}
