import { dueMonths, type Timing } from '@/lib/timingWords'

const CELL = 12
const GAP = 3

/** The cells of a rhythm: days of a week, days of a month, or the twelve months in rows of a half-year. */
const FIELDS: Readonly<Record<Timing['kind'], { count: number; across: number; height: number }>> =
  {
    daily: { count: 7, across: 7, height: 20 },
    weekly: { count: 7, across: 7, height: 20 },
    monthly: { count: 31, across: 7, height: 8 },
    quarterly: { count: 12, across: 6, height: 14 },
    yearly: { count: 12, across: 6, height: 14 },
  }

/** The days of a week or a month, or the months of a year, as cells: those of sending filled. Words stand beside it. */
export function Rhythm({ timing }: { timing: Timing }) {
  const { count, across, height } = FIELDS[timing.kind]
  const rows = Math.ceil(count / across)
  const isDue = dueCells(timing)
  const path = (chosen: boolean) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => isDue(index + 1) === chosen)
      .map((index) => {
        const x = (index % across) * (CELL + GAP) + 1
        const y = Math.floor(index / across) * (height + GAP) + 1
        return `M${x} ${y}h${CELL}v${height}h-${CELL}z`
      })
      .join('')
  const [width, tall] = [across * (CELL + GAP), rows * (height + GAP)]
  return (
    <svg
      className="rhythm"
      viewBox={`0 0 ${width} ${tall}`}
      width={width}
      height={tall}
      aria-hidden="true"
    >
      <path className="c-free" d={path(false)} />
      <path className="c-module" d={path(true)} />
    </svg>
  )
}

function dueCells(timing: Timing): (cell: number) => boolean {
  const { kind, weekdays, month_day } = timing
  if (kind === 'daily') return () => true
  if (kind === 'quarterly' || kind === 'yearly') return (month) => dueMonths(timing).includes(month)
  if (kind === 'monthly') return (day) => day === (month_day || 1)
  return (day) => weekdays.includes(day)
}
