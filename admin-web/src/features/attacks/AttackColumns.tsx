import { formatNumber } from '@/lib/format'
import { cellUnit, columnPath } from '@/ui/drawing/cells'
import { Drawing } from '@/ui/drawing/Drawing'
import { type AttackBucket, type By, beginOf, drawingWords, isMarked, ROWS } from './attacks'

const MOST_CELLS_HIGH = 5
const CELL_HIGH = 8
const NAME_HIGH = 22
const ROW_HIGH = NAME_HIGH + MOST_CELLS_HIGH * CELL_HIGH + 12
const FOOT = 22
/** The name of the last column must not be cut off. */
const EDGE = 28

interface AttackColumnsProps {
  buckets: readonly AttackBucket[]
  by: By
}

/** A row of columns for each thing, over the same hours or days; a cell is a round number of calls. */
export function AttackColumns({ buckets, by }: AttackColumnsProps) {
  return (
    <div className="attack-chart">
      <Drawing label={drawingWords(buckets, by)} height={ROWS.length * ROW_HIGH + FOOT}>
        {({ width }) => {
          const step = (width - EDGE) / buckets.length
          return (
            <>
              {ROWS.map(([name, label], index) => (
                <Row
                  key={name}
                  label={label}
                  values={buckets.map((bucket) => bucket[name])}
                  top={index * ROW_HIGH}
                  step={step}
                />
              ))}
              {buckets.map((bucket, index) =>
                isMarked(bucket, index, buckets.length, by) ? (
                  <text key={bucket.begins_at} x={index * step} y={ROWS.length * ROW_HIGH + 14}>
                    {beginOf(bucket, by).replace(' Uhr', '')}
                  </text>
                ) : null,
              )}
            </>
          )
        }}
      </Drawing>
    </div>
  )
}

interface RowProps {
  label: string
  values: readonly number[]
  top: number
  step: number
}

function Row({ label, values, top, step }: RowProps) {
  const largest = Math.max(...values)
  const unit = cellUnit(Math.max(1, largest), MOST_CELLS_HIGH)
  const bottom = top + NAME_HIGH + MOST_CELLS_HIGH * CELL_HIGH
  const d = values.map((value, index) =>
    columnPath(
      { x: index * step, bottom, width: step - 2, cellHeight: CELL_HIGH },
      Math.min(value / unit, MOST_CELLS_HIGH),
    ),
  )
  return (
    <g>
      <text x={0} y={top + 14}>
        <tspan className="name">{label}</tspan>
        {largest > 0 && <tspan dx={8}>eine Zelle: {formatNumber(unit)}</tspan>}
      </text>
      <path className="ground" d={`M0 ${bottom + 1.5}H${step * values.length - 2}`} />
      <path className="cells" d={d.join('')} />
    </g>
  )
}
