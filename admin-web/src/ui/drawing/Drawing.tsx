import type { ReactNode } from 'react'
import { useWidth } from './useWidth'

/** Below this width a drawing has a geometry of its own. */
export const NARROW = 700

interface DrawingProps {
  /** What it shows, for those who do not see it: the sentence above, as a rule. */
  label: string
  /** In pixels; the same before and after, so that nothing moves. */
  height: number | ((isNarrow: boolean, width: number) => number)
  children: (size: DrawingSize) => ReactNode
  /** Above the drawing, such as links on parts of it: a drawing itself is one picture to screen readers. */
  over?: (size: DrawingSize) => ReactNode
}

export interface DrawingSize {
  width: number
  height: number
  isNarrow: boolean
}

/**
 * A drawing as wide as its place, in real pixels: text keeps its size on every screen. On paper it
 * shrinks as a whole.
 */
export function Drawing({ label, height, children, over }: DrawingProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const isNarrow = width < NARROW
  const high = typeof height === 'number' ? height : height(isNarrow, width)
  return (
    <div ref={place} className="drawing-sheet" style={{ minHeight: high }}>
      {width > 0 && (
        <svg
          className="drawing"
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${high}`}
          width={width}
          height={high}
        >
          {children({ width, height: high, isNarrow })}
        </svg>
      )}
      {width > 0 && over?.({ width, height: high, isNarrow })}
    </div>
  )
}
