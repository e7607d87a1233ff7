import type { Fullness } from './capacity'
import './capacity.css'

/** „500 von 500 belegt: 494 reserviert, 2 gehalten, 4 gesperrt“, the first figure large. */
export function ParkFigures({ fullness: { spots_words } }: { fullness: Fullness }) {
  const [figure, ...words] = spots_words.split(' ')
  return (
    <p className="park-figures tabular">
      <b className="large-figure">{figure}</b> {words.join(' ')}
    </p>
  )
}
