import type { ParkSpots } from '@/api/spots'
import { Places } from '@/components/land/Places'
import { fieldText } from '@/content/de/pilot'
import type { Grid } from '@/lib/cells'
import { totalSpots } from '@/lib/offer/offer'
import { gapsBetween, inBlock } from './runs'

const GRID: Grid = { columns: 25, x: 16, y: 16, width: 22, height: 15, stepX: 25, stepY: 30 }
const BLOCKS = 2
const SIZE = totalSpots / BLOCKS
const WIDTH = 2 * GRID.x + GRID.columns * GRID.stepX
const HEIGHT = 2 * GRID.y + (SIZE / GRID.columns) * GRID.stepY - 10

/**
 * All places in two fenced blocks, side by side where there is room and else one below the other.
 * One picture for those who hear it, with the counts as its name.
 */
export function ParkBlocks({ spots }: { spots: ParkSpots | null }) {
  const label = spots ? fieldText.drawingLive(spots.free, spots.total) : fieldText.drawing
  return (
    <div className="park__blocks" role="img" aria-label={label}>
      {Array.from({ length: BLOCKS }, (_, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the row
        <Block key={block} block={block} spots={spots} />
      ))}
    </div>
  )
}

function Block({ block, spots }: { block: number; spots: ParkSpots | null }) {
  const part = spots
    ? {
        taken: inBlock(spots.taken, block, SIZE),
        free: inBlock(gapsBetween(spots.taken, spots.total), block, SIZE),
      }
    : { unknown: [[1, SIZE] as const] }
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="place-fence" d={`M1 1h${WIDTH - 2}v${HEIGHT - 2}H1z`} />
      <Places id={`block-${block}`} grid={GRID} {...part} />
    </svg>
  )
}
