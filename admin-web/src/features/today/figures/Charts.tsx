import type { ReactNode } from 'react'
import { dayShort, dayWord } from '@/lib/days'
import { formatNumber } from '@/lib/format'
import { Chart } from '@/ui/chart/Chart'
import { plainChart } from '@/ui/chart/chart'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import type { Charts as ChartData } from '../today'
import { type Bar, freeBars, packageBars, perDayWords, planBars } from './chartData'

/** How it went: days, packages, plans, free places. Each with its figures as a table. */
export default function Charts({ charts }: { charts: ChartData }) {
  const words = perDayWords(charts.per_day)
  const last = charts.per_day.length - 1
  const days = plainChart({
    kind: 'columns',
    title: '',
    measure: 'count',
    lines: [{ label: 'Reservierungen', look: 'solid' }],
    items: charts.per_day.map(({ day, count }, index) => ({
      name: dayWord(day),
      axis: dayShort(day),
      values: [count],
      unfinished: index === last,
    })),
  })
  return (
    <div className="charts">
      <Sheet
        title="Reservierungen je Tag"
        words={words}
        head={['Tag', 'Reservierungen']}
        rows={charts.per_day.map(({ day, count }) => [dayWord(day), formatNumber(count)])}
      >
        <Chart chart={days} label={words} words={formatNumber} />
      </Sheet>
      <BarSheet title="Pakete" head="Paket" bars={packageBars(charts)} />
      <BarSheet title="Zahlung" head="Plan" bars={planBars(charts)} />
      <BarSheet title="Freie Plätze" head="Park" bars={freeBars(charts)} column="Frei" />
    </div>
  )
}

function BarSheet(props: { title: string; head: string; bars: Bar[]; column?: string }) {
  const { title, head, bars, column = 'Reservierungen' } = props
  const rows = bars.map(({ name, label }): [string, string] => [name, label])
  const hasWhole = bars.some(({ whole }) => whole !== undefined)
  const chart = plainChart({
    kind: 'bars',
    title: '',
    measure: 'count',
    lines: [
      { label: column, look: 'solid' },
      ...(hasWhole ? [{ label: 'Vergeben', look: 'open' } as const] : []),
    ],
    items: bars.map(({ name, label, value, whole = value }) => ({
      name,
      words: label,
      values: [value, whole - value],
    })),
  })
  return (
    <Sheet title={title} head={[head, column]} rows={rows}>
      <Chart chart={chart} label={title} words={formatNumber} />
    </Sheet>
  )
}

interface SheetProps {
  title: string
  words?: string
  head: [string, string]
  rows: [string, string][]
  children: ReactNode
}

/** The drawing is for the eye; the sentence and the table say the same. */
function Sheet({ title, words, head, rows, children }: SheetProps) {
  const id = `diagramm-${title.replaceAll(' ', '-')}`
  return (
    <section className="sheet chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {words && <p className="muted">{words}</p>}
      {children}
      <details className="disclosure">
        <summary>
          Als Tabelle<span className="visually-hidden">: {title}</span>
        </summary>
        <ScrollRegion label={`Tabelle: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{head[0]}</th>
                <th scope="col" className="number-column">
                  {head[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, value]) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="number-column">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  )
}
