import type { ReactNode } from 'react'
import { dayWord } from '@/lib/days'
import { formatNumber } from '@/lib/format'
import { cellUnit } from '@/ui/drawing/cells'
import { ScrollRegion } from '@/ui/page/ScrollRegion'
import type { Charts as ChartData } from '../today'
import { BarRows } from './BarRows'
import { type Bar, freeBars, packageBars, perDayWords, planBars } from './chartData'
import { DayColumns, MOST_CELLS_HIGH } from './DayColumns'

/** How it went: days, packages, plans, free places. Each with its figures as a table. */
export default function Charts({ charts }: { charts: ChartData }) {
  const largest = Math.max(1, ...charts.per_day.map(({ count }) => count))
  return (
    <div className="charts">
      <Sheet
        title="Reservierungen je Tag"
        words={perDayWords(charts.per_day)}
        note={unitWords(cellUnit(largest, MOST_CELLS_HIGH))}
        head={['Tag', 'Reservierungen']}
        rows={charts.per_day.map(({ day, count }) => [dayWord(day), formatNumber(count)])}
      >
        <DayColumns days={charts.per_day} />
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
  return (
    <Sheet title={title} head={[head, column]} rows={rows}>
      <BarRows bars={bars} />
    </Sheet>
  )
}

interface SheetProps {
  title: string
  words?: string
  note?: string
  head: [string, string]
  rows: [string, string][]
  children: ReactNode
}

/** The drawing is for the eye; the sentence and the table say the same. */
function Sheet({ title, words, note, head, rows, children }: SheetProps) {
  const id = `diagramm-${title.replaceAll(' ', '-')}`
  return (
    <section className="sheet chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {words && <p className="muted">{words}</p>}
      <div aria-hidden="true">{children}</div>
      {note && <p className="tiny muted">{note}</p>}
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

const unitWords = (unit: number): string =>
  unit === 1 ? 'Eine Zelle ist eine Reservierung.' : `Eine Zelle sind ${unit} Reservierungen.`
