import { type Invariant, resultOf } from './invariant'

const WIDE = 26
const HIGH = 18
const GAP = 3

/** One cell a rule: filled where it holds, crossed out where it is broken, empty where nobody has looked. */
export function CheckCells({ rules }: { rules: readonly Invariant[] }) {
  return (
    <p className="check-cells" aria-hidden="true">
      {rules.map((rule) => (
        <svg
          key={rule.name}
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          width={WIDE}
          height={HIGH}
          data-result={resultOf(rule)}
          aria-hidden="true"
        >
          <path d={`M1 1h${WIDE - 2}v${HIGH - 2}h-${WIDE - 2}z`} />
          {resultOf(rule) === 'broken' && (
            <path className="check-cross" d={`M${GAP} ${GAP}L${WIDE - GAP} ${HIGH - GAP}`} />
          )}
        </svg>
      ))}
    </p>
  )
}
