import { Link } from 'react-router-dom'
import type { TableDocument } from '@/features/reports/frame/document'
import { FigureSheet } from '@/features/reports/frame/FigureSheet'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { ChangeMark } from '@/features/reports/frame/tables/ChangeMark'
import { formatCell, NO_COSTS } from '@/features/reports/frame/tables/kinds'
import { unripeWords } from '@/features/reports/frame/tables/ripeness'
import { FIGURES, type Totals } from './overview'

/** Six figures, each with its change and with where it comes from. */
export function LargeFigures({ table }: { table: TableDocument<Totals> }) {
  const { parameters } = useShownReport()
  const totals = table.rows[0]
  if (!totals) return null
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  return (
    <FigureSheet table={table}>
      <dl>
        {FIGURES.map(([name, sum]) => {
          const column = columns.get(name)
          if (!column) return null
          const { kind, label, meaning, ripe_on } = column
          const words = formatCell(kind, totals[name])
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <span className="number">
                  {name === 'reservations' ? (
                    <Link to={reservationsBehind(parameters)}>{words}</Link>
                  ) : (
                    words
                  )}
                </span>
                {ripe_on ? (
                  <span className="movement">{unripeWords(ripe_on)}</span>
                ) : (
                  <ChangeMark kind={kind} value={totals[name]} before={totals[`${name}_before`]} />
                )}
                {name === 'cost_cents' && totals.cost_cents === null && (
                  <span className="movement">{NO_COSTS}</span>
                )}
                <details className="provenance">
                  <summary>
                    Woher kommt diese Zahl?<span className="visually-hidden"> {label}</span>
                  </summary>
                  <p>{meaning}</p>
                  <p className="tabular">{sum(totals)}</p>
                </details>
              </dd>
            </div>
          )
        })}
      </dl>
    </FigureSheet>
  )
}
