import { lazy, Suspense } from 'react'
import { NARROW } from '../drawing/Drawing'
import { useWidth } from '../drawing/useWidth'
import { type ChartProps, heightOf, legendOf } from './chart'
import { Sample } from './Sample'
import './chart.css'

const Plot = lazy(() => import('./Plot'))

/** One picture to screen readers; its figures are in the sentence above and the table below. */
export function Chart({ chart, label, words, marks = [], onPoint }: ChartProps) {
  const [place, width] = useWidth<HTMLDivElement>()
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
              onPoint={onPoint}
            />
          </Suspense>
        )}
      </div>
      {chart.more && <p className="tiny muted flush">{chart.more}</p>}
    </figure>
  )
}
