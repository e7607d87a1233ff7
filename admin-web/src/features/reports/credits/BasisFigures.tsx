import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import type { TableDocument } from '../frame/document'
import { FigureSheet } from '../frame/FigureSheet'
import { useShownReport } from '../frame/reportContext'
import { assumptionWords } from './assumptions/assumptions'
import type { Totals } from './credits'
import { reservationsOf } from './drill'

const FIGURES = [
  'reservations',
  'contracted',
  'annual_kwh',
  'contracted_kwh',
  'plan_cents',
  'contracted_plan_cents',
] as const
/** Whole and short: the label says the unit. */
const euros = (cents: number) => `${formatNumber(Math.round(cents / 100))}\u00a0€`
const FIGURE_WORDS = {
  reservations: formatNumber,
  contracted: formatNumber,
  annual_kwh: formatNumber,
  contracted_kwh: formatNumber,
  plan_cents: euros,
  contracted_plan_cents: euros,
}

/** What everything rests on: the park's reservations, their size and what is paid for them. */
export function BasisFigures({ table }: { table: TableDocument<Totals> }) {
  const { report } = useShownReport()
  const totals = table.rows[0]
  if (!totals) return null
  const columns = new Map(table.columns.map((column) => [column.name, column]))
  return (
    <FigureSheet table={table}>
      <p className="print-only">{assumptionWords(report.parameters)}</p>
      <dl>
        {FIGURES.map((name) => {
          const column = columns.get(name)
          if (!column) return null
          const words = FIGURE_WORDS[name](totals[name])
          return (
            <div key={name}>
              <dt>{column.label}</dt>
              <dd>
                <span className="number">
                  {name === 'reservations' ? (
                    <Link to={reservationsOf(report.parameters)}>{words}</Link>
                  ) : (
                    words
                  )}
                </span>
                <details className="provenance">
                  <summary>
                    Woher kommt diese Zahl?<span className="visually-hidden"> {column.label}</span>
                  </summary>
                  <p>{column.meaning}</p>
                </details>
              </dd>
            </div>
          )
        })}
      </dl>
    </FigureSheet>
  )
}
