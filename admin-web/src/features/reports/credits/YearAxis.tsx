import { labelEvery, tenth } from '@/ui/drawing/scale'

interface YearAxisProps {
  /** First months of the columns. */
  months: readonly string[]
  left: number
  step: number
  y: number
}

const LABEL = 48

/** The calendar years below columns of months: a tick where each begins. */
export function YearAxis({ months, left, step, y }: YearAxisProps) {
  const starts = months.flatMap((month, index) => {
    const year = month.slice(0, 4)
    return index === 0 || months[index - 1]?.slice(0, 4) !== year ? [{ year, index }] : []
  })
  const right = left + months.length * step
  // A year that is nearly over would push the label of the next aside.
  const named = (starts[1]?.index ?? 12) * step < LABEL ? starts.slice(1) : starts
  const every = labelEvery(named.length, right - left, LABEL)
  const ticked = every > 2 ? named.filter((_, count) => count % every === 0) : starts
  return (
    <g>
      <path className="axis" d={ticked.map(({ index }) => tick(left + index * step, y)).join('')} />
      {named.map(({ year, index }, count) => {
        const x = left + index * step
        if (count % every !== 0 || x + LABEL * 0.7 > right) return null
        return (
          <text key={year} x={tenth(x + 3)} y={y + 18}>
            {year}
          </text>
        )
      })}
    </g>
  )
}

const tick = (x: number, y: number) => `M${tenth(x)} ${y}v8`
