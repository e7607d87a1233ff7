type Point = readonly [x: number, y: number]

interface Props {
  /** Trees of eleven units radius. */
  large?: readonly Point[]
  /** Bushes of seven. */
  small?: readonly Point[]
}

/**
 * Trees from above: shadow, crown, light side. Each layer is one path of lines without length,
 * whose round caps are the circles, so any number of trees costs three elements.
 */
export function Trees({ large = [], small = [] }: Props) {
  return (
    <g strokeLinecap="round">
      <Layer points={large} shift="6 8" color="--land-schatten" width={23} opacity={0.28} />
      <Layer points={small} shift="4 5" color="--land-schatten" width={15} opacity={0.28} />
      <Layer points={large} shift="0 0" color="--land-wald" width={22} />
      <Layer points={small} shift="0 0" color="--land-wald" width={14} />
      <Layer points={large} shift="-2.5 -3" color="--land-wald-2" width={13} />
      <Layer points={small} shift="-1.5 -2" color="--land-wald-2" width={8} />
    </g>
  )
}

interface LayerProps {
  points: readonly Point[]
  shift: string
  color: string
  width: number
  opacity?: number
}

function Layer({ points, shift, color, width, opacity }: LayerProps) {
  if (points.length === 0) return null
  return (
    <path
      d={points.map(([x, y]) => `M${x} ${y}h0`).join('')}
      transform={`translate(${shift})`}
      stroke={`var(${color})`}
      strokeWidth={width}
      opacity={opacity}
    />
  )
}
