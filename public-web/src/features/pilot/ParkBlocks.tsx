import type { ParkSpots } from '@/api/spots'
import { Places } from '@/components/land/Places'
import { fieldText } from '@/content/de/pilot'
import type { Grid } from '@/lib/cells'
import { defaults } from '@/lib/offer/offer'
import { gapsBetween, inBlock } from '@/lib/runs'
import { useParkNow } from '@/lib/useParkNow'

const GRID: Grid = { columns: 25, x: 16, y: 16, width: 22, height: 15, stepX: 25, stepY: 30 }
const BLOCKS = 2
const WIDTH = 2 * GRID.x + GRID.columns * GRID.stepX

/**
 * All places in two fenced blocks, side by side where there is room and else one below the other.
 * One picture for those who hear it, with the counts as its name.
 */
export function ParkBlocks({ spots }: { spots: ParkSpots | null }) {
  const park = useParkNow(defaults.park)
  const total = spots?.total ?? park.spots
  const label = spots ? fieldText.drawingLive(spots.free, spots.total) : fieldText.drawing
  return (
    <div className="park__blocks" role="img" aria-label={label}>
      {Array.from({ length: BLOCKS }, (_, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the row
        <Block key={block} block={block} total={total} spots={spots} />
      ))}
    </div>
  )
}

interface BlockProps {
  block: number
  total: number
  spots: ParkSpots | null
}

function Block({ block, total, spots }: BlockProps) {
  const size = Math.ceil(total / BLOCKS)
  const height = 2 * GRID.y + Math.ceil(size / GRID.columns) * GRID.stepY - 10
  const part = spots
    ? {
        taken: inBlock(spots.taken, block, size),
        free: inBlock(gapsBetween(spots.taken, total), block, size),
      }
    : { unknown: inBlock([[1, total]], block, size) }
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      <path className="place-fence" d={`M1 1h${WIDTH - 2}v${height - 2}H1z`} />
      <Places id={`block-${block}`} grid={GRID} {...part} />
    </svg>
  )
}
