interface Props {
  transform: string
  width: number
  /** Depth of one of the two roof sides. */
  side: number
  chimney?: boolean
}

/** A house from above: shadow and two roof sides. */
export function House({ transform, width, side, chimney = false }: Props) {
  return (
    <g transform={transform}>
      <path className="shade" d={`M5 7h${width}v${2 * side}H5z`} />
      <path fill="var(--land-dach)" d={`M0 0h${width}v${side}H0z`} />
      <path fill="var(--land-dach-2)" d={`M0 ${side}h${width}v${side}H0z`} />
      {chimney && <path fill="var(--land-weg)" d="M44 6h7v7h-7z" />}
    </g>
  )
}
