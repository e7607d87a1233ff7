import type { OperationCheck } from './operation'

const WIDE = 26
const HIGH = 18
const GAP = 4

/** One cell a check: filled in order, crossed out at fault, with a bar for a hint, empty where nobody could look. */
export function ShapeCells({ checks }: { checks: readonly OperationCheck[] }) {
  return (
    <p className="operation-cells" aria-hidden="true">
      {checks.map(({ name, level }) => (
        <svg
          key={name}
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          width={WIDE}
          height={HIGH}
          data-level={level}
          aria-hidden="true"
        >
          <path d={`M1 1h${WIDE - 2}v${HIGH - 2}h${2 - WIDE}z`} />
          {level === 'fault' && <path d={`M${GAP} ${HIGH - GAP}L${WIDE - GAP} ${GAP}`} />}
          {level === 'hint' && <path d={`M${GAP + 3} ${HIGH / 2}h${WIDE - 2 * GAP - 6}`} />}
        </svg>
      ))}
    </p>
  )
}
