/** Width of one year with its gap, in units of the drawing. */
const STEP = 34
const GAP = 4

interface Props {
  years: number
  /** Years until the price is covered; the cell in which that happens is split. */
  covered: number
  /** Years it would take paid at once, marked where that is sooner. */
  once?: number
  height?: number
}

/**
 * The term as a row of cells: covered years, then the ones after. Two dashed lines draw it, so a
 * cell is split simply by where the upper line ends. Decoration: the figure stands beside it.
 */
export function YearChain({ years, covered, once = covered, height = 22 }: Props) {
  const middle = height / 2
  const endOf = (end: number) =>
    Math.min(end, years) * STEP - (end % 1 === 0 ? GAP : (end % 1) * GAP)
  const split = endOf(covered)
  const line = { strokeWidth: height, strokeDasharray: `${STEP - GAP} ${GAP}` }
  return (
    <svg className="chain" viewBox={`0 0 ${years * STEP - GAP} ${height}`} aria-hidden="true">
      <path className="line-sun" {...line} d={`M0 ${middle}H${years * STEP - GAP}`} />
      <path className="line-covered" {...line} d={`M0 ${middle}H${split.toFixed(1)}`} />
      {once < covered && (
        <path className="chain__once" d={`M${endOf(once).toFixed(1)} 0V${height}`} />
      )}
    </svg>
  )
}
