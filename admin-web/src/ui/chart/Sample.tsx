import type { ChartDocument, Look } from './chart'

/** Solid areas and strokes, by the look of their series; `open` is hatched. */
export const FILLS: Readonly<Record<string, string>> = {
  solid: 'var(--chart-solid)',
  second: 'var(--chart-second)',
  third: 'var(--chart-third)',
  fourth: 'var(--chart-fourth)',
  low: 'var(--chart-band)',
}
export const DASHES: Readonly<Record<string, string | undefined>> = {
  second: '10 3',
  third: '2 3',
  fourth: '10 3 2 3',
  before: '5 3',
  mark: '6 4',
}

/** The pattern of what is missing to a whole. */
export const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse">
    <rect width={6} height={6} fill="var(--chart-open)" />
    <path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" stroke="var(--chart-line)" strokeWidth={0.9} />
  </pattern>
)

interface SampleProps {
  look: Look
  kind: ChartDocument['kind']
  /** It is a mark at one place, and no line. */
  isDot: boolean
}

/** A small piece of a series, for the legend. */
export function Sample(props: SampleProps) {
  return (
    <svg className="chart-sample" width={28} height={14} viewBox="0 0 28 14" aria-hidden="true">
      <Shape {...props} />
    </svg>
  )
}

function Shape({ look, kind, isDot }: SampleProps) {
  if (isDot && kind !== 'bars') return <Diamond x={14} y={7} />
  if ((look === 'mark' || look === 'before') && kind === 'bars') return <Tick x={14} y={7} />
  if (look === 'low' && kind === 'ranges')
    return <path d="M2 7H26M2 2v10M26 2v10" stroke="var(--chart-solid)" strokeWidth={2.5} />
  if (look === 'open')
    return (
      <>
        <rect
          x={1}
          y={1}
          width={26}
          height={12}
          fill="var(--chart-open)"
          stroke="var(--chart-line)"
        />
        <path d="M1 9L9 1M6 13L18 1M15 13L27 1" stroke="var(--chart-line)" />
      </>
    )
  if (kind !== 'lines' && look in FILLS)
    return <rect x={1} y={1} width={26} height={12} fill={FILLS[look]} stroke="var(--chart-line)" />
  return (
    <path
      d="M0 7H28"
      stroke={FILLS[look] ?? 'var(--chart-ink)'}
      strokeWidth={2.4}
      strokeDasharray={DASHES[look]}
    />
  )
}

interface PlaceProps {
  x: number
  y: number
}

export const Diamond = ({ x, y }: PlaceProps) => (
  <path
    d={`M${x - 7} ${y}l7 -7l7 7l-7 7z`}
    fill="var(--chart-second)"
    stroke="var(--chart-ground)"
    strokeWidth={2}
  />
)

/** Where something else was or is to be, across a bar. */
export const Tick = ({ x, y }: PlaceProps) => (
  <>
    <path d={`M${x} ${y - 11}v22`} stroke="var(--chart-ground)" strokeWidth={6} />
    <path d={`M${x} ${y - 11}v22`} stroke="var(--chart-ink)" strokeWidth={2.5} />
  </>
)
