import { Places } from '@/components/land/Places'
import { thanksText } from '@/content/de/thanks'
import { cellCorner, cellsPath, type Grid } from '@/lib/cells'
import { defaults } from '@/lib/offer/offer'
import { gapsBetween } from '@/lib/runs'
import { useParkNow } from '@/lib/useParkNow'
import { useSpots } from '@/lib/useSpots'

const GRID: Grid = { columns: 25, x: 46, y: 46, width: 23, height: 15, stepX: 26, stepY: 24 }
const WIDTH = 740
const heightOf = (spots: number) => 86 + Math.ceil(spots / GRID.columns) * GRID.stepY
const FLAG_WIDTH = 132

/**
 * The places from above with one lit, the others as they are now; as long as that is not known they
 * are drawn as unknown. Decoration: the heading says the number.
 */
export function PlaceField({ spot }: { spot: number }) {
  const { spots } = useParkNow(defaults.park)
  const now = useSpots()
  const height = heightOf(spots)
  return (
    <svg className="place-field" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      <defs>
        <pattern id="wiese" width="34" height="34" patternUnits="userSpaceOnUse">
          <path stroke="var(--land-wiese-2)" strokeWidth="15" d="M8 0v34" />
        </pattern>
        <radialGradient id="schein">
          <stop stopColor="#ffd04a" stopOpacity=".95" />
          <stop offset="1" stopColor="#ffd04a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path fill="var(--land-wiese)" d={`M0 0h${WIDTH}v${height}H0z`} />
      <path fill="url(#wiese)" d={`M0 0h${WIDTH}v${height}H0z`} />
      <path className="place-fence" d={`M20 20h700v${height - 40}H20z`} />
      {now ? (
        <Places
          id="platz"
          grid={GRID}
          taken={now.taken}
          free={gapsBetween(now.taken, Math.min(now.total, spots))}
        />
      ) : (
        <Places id="platz" grid={GRID} unknown={[[1, spots]]} />
      )}
      <MyPlace spot={spot} height={height} />
    </svg>
  )
}

function MyPlace({ spot, height }: { spot: number; height: number }) {
  const { x, y } = cellCorner(GRID, spot - 1)
  // The flag hangs to the lower left, and turns where it would leave the drawing.
  const left = x - FLAG_WIDTH - 18 > 20
  const below = y + 94 < height
  const flagX = left ? x - FLAG_WIDTH - 18 : x + 41
  const flagY = below ? y + 48 : y - 79
  const pole = `M${left ? x - 5 : x + 28} ${below ? y + 20 : y - 5}L${left ? x - 30 : x + 53} ${below ? flagY + 4 : flagY + 42}`
  return (
    <>
      <circle className="glow" fill="url(#schein)" cx={x + 11.5} cy={y + 7.5} r="74" />
      <path className="mine" d={cellsPath(GRID, spot - 1, spot)} />
      <path className="ring" strokeWidth="3" d={`M${x - 5} ${y - 5}h33v25h-33z`} />
      <path className="ring" strokeWidth="3" d={pole} />
      <rect x={flagX} y={flagY} width={FLAG_WIDTH} height="46" rx="8" fill="var(--color-karte)" />
      <text x={flagX + FLAG_WIDTH / 2} y={flagY + 31} textAnchor="middle">
        {thanksText.flag(spot)}
      </text>
    </>
  )
}
