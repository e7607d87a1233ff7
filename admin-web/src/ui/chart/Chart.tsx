import { lazy, memo, Suspense, useEffect, useRef } from 'react'
import { NARROW } from '../drawing/Drawing'
import { useWidth } from '../drawing/useWidth'
import { type ChartProps, heightOf, legendOf } from './chart'
import { Sample } from './Sample'
import './chart.css'

/** Drawn anew for other values or another width, not whenever the page around it changes: that is most of its cost. */
const Plot = memo(
  lazy(() => import('./Plot')),
  (drawn, next) =>
    drawn.chart === next.chart &&
    drawn.width === next.width &&
    JSON.stringify(drawn.marks) === JSON.stringify(next.marks),
)

/** One picture to screen readers; its figures are in the sentence above and the table below. */
export function Chart({ chart, label, words, marks = [], onPoint }: ChartProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  // What was drawn follows the links of now.
  const open = useRef(onPoint)
  useEffect(() => {
    open.current = onPoint
  })
  const legend = legendOf(chart, words)
  const isNarrow = width < NARROW
  return (
    <figure className="chart-figure">
      {(chart.title || legend.length > 1) && (
        <figcaption>
          {chart.title && <b>{chart.title}</b>}
          {legend.length > 1 && (
            <ul className="chart-legend">
              {legend.map(({ look, isDot, label: name, value }) => (
                <li key={name}>
                  <Sample look={look} kind={chart.kind} isDot={isDot} />
                  {name} {value && <b>{value}</b>}
                </li>
              ))}
            </ul>
          )}
        </figcaption>
      )}
      <div
        ref={place}
        className="chart-plot"
        role="img"
        aria-label={label}
        style={{ height: heightOf(chart, isNarrow) }}
        data-clickable={onPoint ? true : undefined}
      >
        {width > 0 && (
          <Suspense fallback={<div aria-busy="true" />}>
            <Plot
              chart={chart}
              words={words}
              width={width}
              isNarrow={isNarrow}
              marks={marks}
              onPoint={(point) => open.current?.(point)}
            />
          </Suspense>
        )}
      </div>
      {chart.more && <p className="tiny muted flush">{chart.more}</p>}
    </figure>
  )
}
