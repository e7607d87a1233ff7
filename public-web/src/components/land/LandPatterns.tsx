interface Furrow {
  id: string
  /** Side of the repeating square. */
  size: number
  width: number
  color: string
  turn: number
}

const FURROWS: readonly Furrow[] = [
  { id: 'stoppel', size: 15, width: 2, color: '--land-furche', turn: 0 },
  { id: 'weizen', size: 12, width: 4, color: '--land-weizen-2', turn: 90 },
  { id: 'klee', size: 13, width: 5, color: '--land-klee-2', turn: 0 },
  { id: 'acker', size: 9, width: 3, color: '--land-acker-2', turn: 62 },
  { id: 'wiese', size: 17, width: 7, color: '--land-wiese-2', turn: 90 },
]

/** The furrows of the land as seen from above; drawings on the same page fill with `url(#…)`. */
export function LandPatterns() {
  return (
    <defs>
      {FURROWS.map(({ id, size, width, color, turn }) => (
        <pattern
          key={id}
          id={id}
          width={size}
          height={size}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${turn})`}
        >
          <path d={`M0 ${size / 2}h${size}`} stroke={`var(${color})`} strokeWidth={width} />
        </pattern>
      ))}
    </defs>
  )
}
