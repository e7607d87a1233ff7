import { Places } from '@/components/land/Places'
import { fieldText } from '@/content/de/pilot'
import { defaults, parkOf, parks } from '@/lib/offer/offer'
import { BLOCKS, blockSize, GRID, placesOf, plotOf } from '@/lib/parkDrawing'

/** All places in two fenced blocks: one picture for those who hear it, with the counts as its name. */
export function ParkBlocks() {
  const total = parkOf(parks, defaults.park).spots
  const { viewBox, fence } = plotOf(blockSize(total))
  return (
    <div className="park__blocks" role="img" aria-label={fieldText.drawing}>
      {Array.from({ length: BLOCKS }, (_, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the row
        <svg key={block} viewBox={viewBox} aria-hidden="true">
          <path className="place-fence" d={fence} />
          <Places id={`block-${block}`} grid={GRID} {...placesOf(block, total, null)} />
          <path className="place-next" />
        </svg>
      ))}
    </div>
  )
}
