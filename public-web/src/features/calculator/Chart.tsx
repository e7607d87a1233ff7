import type { ReactNode } from 'react'
import type { Frame } from './drawing'

/** The frame of a drawing, with what it shows in words; a table beside it has the values. */
export function Chart({
  frame,
  label,
  children,
}: {
  frame: Frame
  label: string
  children: ReactNode
}) {
  return (
    <svg
      className={`chart chart--${frame.kind}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      {children}
    </svg>
  )
}

/** A name with its amount below, right of the columns at the height of what it names. */
export function EndLabel({
  x,
  y,
  name,
  amount,
  strong = false,
}: {
  x: number
  y: number
  name: string
  amount: string
  strong?: boolean
}) {
  return (
    <text x={x} y={y} className={strong ? 'chart__mark' : undefined}>
      {name}
      <tspan x={x} dy="1.15em">
        {amount}
      </tspan>
    </text>
  )
}
