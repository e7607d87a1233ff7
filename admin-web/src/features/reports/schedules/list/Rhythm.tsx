import type { Timing } from '@/lib/timingWords'

const WIDTH = 7
const CELL = 12
const GAP = 3

/** The days of a week or a month as cells, those of sending filled. The words stand beside it. */
export function Rhythm({ timing }: { timing: Timing }) {
  const isMonthly = timing.kind === 'monthly'
  const count = isMonthly ? 31 : WIDTH
  const height = isMonthly ? 8 : 20
  const rows = Math.ceil(count / WIDTH)
  const isDue = dueDays(timing)
  const path = (chosen: boolean) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => isDue(index + 1) === chosen)
      .map((index) => {
        const x = (index % WIDTH) * (CELL + GAP) + 1
        const y = Math.floor(index / WIDTH) * (height + GAP) + 1
        return `M${x} ${y}h${CELL}v${height}h-${CELL}z`
      })
      .join('')
  const [width, tall] = [WIDTH * (CELL + GAP), rows * (height + GAP)]
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

function dueDays({ kind, weekdays, month_day }: Timing): (day: number) => boolean {
  if (kind === 'daily') return () => true
  if (kind === 'monthly') return (day) => day === (month_day ?? 1)
  return (day) => weekdays.includes(day)
}
