import { Places } from '@/components/land/Places'
import { cellCorner, cellsPath, type Grid } from '@/lib/cells'
import { defaults } from '@/lib/offer/offer'
import { gapsBetween } from '@/lib/runs'
import { useParkNow } from '@/lib/useParkNow'
import { useSpots } from '@/lib/useSpots'

const GRID: Grid = { columns: 25, x: 128, y: 80, width: 23, height: 15, stepX: 27, stepY: 24 }

export interface Mine {
  spot: number
  flag: string
  note: string
  /** Held for a household, and not theirs yet. */
  isHeld?: boolean
}

/** A household that waits, at the edge of the field. */
export type Waiting = Pick<Mine, 'flag' | 'note'>

/** The park from above as it is now, with the household's own place lit. Decoration: the text says all of it. */
export function OwnField({ mine, waiting }: { mine?: Mine; waiting?: Waiting }) {
  const { spots } = useParkNow(defaults.park)
  const now = useSpots()
  return (
    <svg viewBox="0 0 900 640" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <defs>
        <pattern id="felder" width="34" height="34" patternUnits="userSpaceOnUse">
          <path stroke="var(--land-wiese-2)" strokeWidth="15" d="M8 0v34" />
        </pattern>
        <radialGradient id="licht">
          <stop stopColor="#ffd04a" stopOpacity=".95" />
          <stop offset="1" stopColor="#ffd04a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="var(--land-stoppel)" d="M-60-200h1100v1040H-60z" />
      <g transform="rotate(-5 450 320)">
        <path fill="var(--land-wiese)" d="M70-300h1500v1300H70z" />
        <path fill="url(#felder)" d="M70-300h1500v1300H70z" />
        <path className="plot__track" d="M58-300v1300" />
        <path className="plot__ruts" d="M54-300v1300M63-300v1300" />
        <path className="place-fence" d="M106 56h718v506H106z" />
        {now ? (
          <Places
            id="hof"
            grid={GRID}
            taken={now.taken}
            free={gapsBetween(now.taken, Math.min(now.total, spots))}
          />
        ) : (
          <Places id="hof" grid={GRID} unknown={[[1, spots]]} />
        )}
        {mine && <MyPlace {...mine} />}
        {waiting && <AtTheEdge {...waiting} />}
      </g>
    </svg>
  )
}

function MyPlace({ spot, flag, note, isHeld }: Mine) {
  const { x, y } = cellCorner(GRID, spot - 1)
  return (
    <>
      <circle className="glow" fill="url(#licht)" cx={x + 11.5} cy={y + 7.5} r="74" />
      <path className={isHeld ? 'held' : 'mine'} d={cellsPath(GRID, spot - 1, spot)} />
      <path className="ring" strokeWidth="3" d={`M${x - 5} ${y - 5}h33v25h-33z`} />
      <Flag kind="large" x={x} y={y} width={232} height={66} name={flag} note={note} />
      <Flag kind="small" x={x} y={y} width={268} height={74} name={flag} />
    </>
  )
}

/** On the track beside the field, where there is no place yet. */
function AtTheEdge({ flag, note }: Waiting) {
  return (
    <>
      <circle className="glow" fill="url(#licht)" cx="68" cy="333" r="60" opacity=".55" />
      <path className="held" d="M47 319h42v28H47z" />
      <Flag kind="large" x={52} y={333} width={190} height={66} name={flag} note={note} />
      <Flag kind="small" x={52} y={333} width={228} height={74} name={flag} />
    </>
  )
}

interface FlagProps {
  kind: 'large' | 'small'
  x: number
  y: number
  width: number
  height: number
  name: string
  note?: string
}

/** A sign at the place, on the side where there is room for it. On a phone it has one line, large enough to read. */
function Flag({ kind, x, y, width, height, name, note }: FlagProps) {
  const above = y > 380
  const left = x > 480 ? x - width + 40 : x + 4
  const top = above ? y - height - 34 : y + 48
  const pole = above ? `M${x + 11} ${y - 5}V${top + height}` : `M${x + 11} ${y + 20}V${top}`
  return (
    <g className={`plot__flag plot__flag--${kind}`}>
      <path className="ring" strokeWidth="3" d={pole} />
      <rect x={left} y={top} width={width} height={height} rx="8" />
      <text x={left + 16} y={top + (note ? 29 : 50)}>
        {name}
      </text>
      {note && (
        <text className="plot__flag-note" x={left + 16} y={top + 52}>
          {note}
        </text>
      )}
    </g>
  )
}
