import { rowPath } from './cells'
import { Drawing } from './Drawing'

const HIGH = 12
const WIDE = 20
const ROWS = 4

/** A field without anything on it. The sentence above says why; `words` are for who does not see it. */
export const EmptyPicture = ({ words }: { words: string }) => (
  <Drawing label={words} height={ROWS * HIGH + 2}>
    {({ width }) =>
      Array.from({ length: ROWS }, (_, row) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a field have no other name
          key={row}
          className="fallow"
          d={rowPath(
            { x: 1, y: 1 + row * HIGH, height: HIGH - 2, cellWidth: WIDE },
            Math.floor((width - 2) / WIDE),
          )}
        />
      ))
    }
  </Drawing>
)
