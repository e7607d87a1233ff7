import { type ComponentType, useEffect, useState } from 'react'
import { dashboardText } from '@/content/de/dashboard'
import { formatKwh } from '@/lib/germanNumbers'
import { CELL, type SampleMonth, sample } from './sample'

const { energy: text, months: names } = dashboardText
const entries = sample.months.map(
  ({ month, energy }) => `${names[month].long} ${formatKwh(energy)}`,
)

/** The energy of the last months: a chart that arrives after the page, and its table. */
export function EnergyMonths() {
  const chart = useChart()
  return (
    <figure className="energy">
      <figcaption>
        <h2>{text.title(sample.months.length)}</h2>
      </figcaption>
      <div className="energy__chart" role="img" aria-label={text.drawing(entries)}>
        {chart === 'waiting' || chart === 'failed' ? (
          <p className="small quiet">{text[chart]}</p>
        ) : (
          <chart.Chart months={sample.months} />
        )}
      </div>
      <p className="small quiet energy__cell">{text.cell(CELL.kwh)}</p>
      <noscript>
        <MonthTable />
      </noscript>
      <details className="source energy__table">
        <summary>{text.asTable}</summary>
        <MonthTable />
      </details>
    </figure>
  )
}

function MonthTable() {
  return (
    <table>
      <caption className="small">{text.table.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{text.table.month}</th>
          <th scope="col">{text.table.energy}</th>
        </tr>
      </thead>
      <tbody>
        {sample.months.map(({ month, energy }) => (
          <tr key={month}>
            <th scope="row">{names[month].long}</th>
            <td>{formatKwh(energy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Chart = ComponentType<{ months: readonly SampleMonth[] }>

/**
 * Fetches the chart with its library once the page is alive, and only on a screen wide enough to
 * show it: on a phone it would be half the page's weight for nothing.
 */
function useChart(): 'waiting' | 'failed' | { Chart: Chart } {
  const [chart, setChart] = useState<'waiting' | 'failed' | { Chart: Chart }>('waiting')

  useEffect(() => {
    const wide = window.matchMedia('(min-width: 640px)')
    const load = () => {
      if (!wide.matches) return
      import('./EnergyChart').then(
        (module) => setChart({ Chart: module.default }),
        () => setChart('failed'),
      )
    }
    load()
    wide.addEventListener('change', load)
    return () => wide.removeEventListener('change', load)
  }, [])

  return chart
}
