import { useId } from 'react'
import { dayShort, daysIn, daysOf } from '@/lib/days'
import { formatKwh, formatNumber } from '@/lib/format'
import { STATES } from '@/lib/states'
import { Drawing } from '@/ui/drawing/Drawing'
import { labelEvery } from '@/ui/drawing/scale'
import {
  ChosenMark,
  FullLine,
  LABEL,
  type PartProps,
  STATE_LABEL,
  StateLabels,
  TodayMark,
} from './FillMarks'
import { fillCurve, kwhArea } from './fillCurve'
import { Patterns, StateBox } from './Patterns'
import { type CourseRow, type DayRow, type Forecast, TAKEN } from './report'

const HEIGHT = { wide: 500, narrow: 440 }
/** Below the spots, the same days in kWh. */
const KWH = { panel: 100, head: 28 }

interface FillPictureProps {
  label: string
  days: readonly DayRow[]
  course: readonly CourseRow[]
  forecast: Forecast | undefined
  /** The day of the field below. */
  chosen: string | null
}

/** How the park filled by state, up to today, and the band of what may come. */
export function FillPicture({ label, days, course, forecast, chosen }: FillPictureProps) {
  const id = useId()
  return (
    <>
      <Drawing label={label} height={(isNarrow) => (isNarrow ? HEIGHT.narrow : HEIGHT.wide)}>
        {({ width, height, isNarrow }) => {
          const bottom = height - KWH.panel - 28
          const { place, curve } = placed(days, course, isNarrow, { width, bottom })
          if (!curve) return null
          return (
            <>
              <Patterns id={id} />
              <Axes curve={curve} place={place} width={width} />
              {TAKEN.map((state) => (
                <path
                  key={state}
                  d={curve.areas[state]}
                  className="area"
                  fill={`url(#${id}-${state})`}
                />
              ))}
              <path className="band" d={curve.band} fill={`url(#${id}-band)`} />
              <path className="expected" d={curve.likely} />
              <FullLine curve={curve} place={place} forecast={forecast} />
              <TodayMark curve={curve} place={place} />
              <ChosenMark curve={curve} place={place} chosen={chosen} />
              {!isNarrow && <StateLabels curve={curve} days={days} place={place} />}
              <KwhPanel curve={curve} days={days} place={place} bottom={height - 6} />
            </>
          )
        }}
      </Drawing>
      <ul className="legend fill-legend">
        {[...TAKEN].reverse().map((state) => (
          <li key={state}>
            <span>
              <StateBox id={id} name={state} />
              {STATES[state].label}
            </span>
          </li>
        ))}
        {course.length > 0 && (
          <li>
            <span>
              <StateBox id={id} name="band" />
              acht von zehn möglichen Verläufen, gestrichelt der mittlere
            </span>
          </li>
        )}
      </ul>
    </>
  )
}

/** As wide as there is room: a margin for the states' numbers only where they cannot stand inside. */
function placed(
  days: readonly DayRow[],
  course: readonly CourseRow[],
  isNarrow: boolean,
  { width, bottom }: { width: number; bottom: number },
) {
  const whole = { left: 40, right: width - 8, top: 30, bottom }
  const curve = fillCurve(days, course, whole)
  const inside = whole.right - (curve?.today ?? whole.right)
  if (isNarrow || inside > STATE_LABEL) return { place: whole, curve }
  const place = { ...whole, right: width - STATE_LABEL }
  return { place, curve: fillCurve(days, course, place) }
}

function Axes({ curve, place, width }: PartProps & { width: number }) {
  const { first, last, ticks, x, y } = curve
  const days = daysOf(first, last)
  const every = labelEvery(daysIn(first, last), place.right - place.left, LABEL + 18)
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={tick === 0 ? 'axis' : 'grid-line'}
            d={`M${place.left} ${y(tick)}H${place.right}`}
          />
          <text x={place.left - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {days.map((day, index) =>
        index % every === 0 && x(day) + LABEL / 2 < width ? (
          <text
            key={day}
            x={Math.max(x(day), place.left + LABEL / 2 - 8)}
            y={place.bottom + 20}
            textAnchor="middle"
          >
            {dayShort(day)}
          </text>
        ) : null,
      )}
    </g>
  )
}

interface KwhPanelProps extends PartProps {
  days: readonly DayRow[]
  bottom: number
}

/** What the taken spots come to in kWh a year, over the same days. */
function KwhPanel({ curve, days, place, bottom }: KwhPanelProps) {
  const last = days.at(-1)
  if (!last) return null
  const { d } = kwhArea(days, curve, bottom - KWH.panel + 2 * KWH.head, bottom)
  return (
    <g className="kwh">
      <text x={0} y={bottom - KWH.panel + KWH.head + 14} className="title">
        Reserviert in kWh im Jahr
      </text>
      <path className="axis" d={`M${place.left} ${bottom}H${place.right}`} />
      <path className="kwh-area" d={d} />
      <text
        x={Math.min(curve.x(last.day) + 10, place.right + 10)}
        y={bottom - KWH.panel + 2 * KWH.head + 12}
        className="value"
        textAnchor="start"
      >
        {formatKwh(last.taken_kwh)}
      </text>
    </g>
  )
}
