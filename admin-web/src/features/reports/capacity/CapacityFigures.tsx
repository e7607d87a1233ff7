import { Link } from 'react-router-dom'
import { formatNumber } from '@/lib/format'
import { spotsWords } from '@/ui/park/capacity'
import type { TableDocument } from '../frame/document'
import { FigureSheet } from '../frame/FigureSheet'
import { formatCell } from '../frame/tables/kinds'
import { type Forecast, fullWords, spotFigures, type Totals } from './report'

interface CapacityFiguresProps {
  table: TableDocument<Totals>
  forecast: Forecast | undefined
  /** Where the reservations of the period are. */
  reservations: string
}

/** What the park is at the end of the period, in six figures. */
export function CapacityFigures({ table, forecast, reservations }: CapacityFiguresProps) {
  const totals = table.rows[0]
  if (!totals) return null
  return (
    <FigureSheet table={table}>
      <dl>
        {figuresOf(totals, forecast).map(([label, value, more]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="number">
                {label === NEW ? <Link to={reservations}>{value}</Link> : value}
              </span>
              <span className="tiny muted">{more}</span>
            </dd>
          </div>
        ))}
      </dl>
    </FigureSheet>
  )
}

const NEW = 'Neu reserviert im Zeitraum'

function figuresOf(totals: Totals, forecast: Forecast | undefined): [string, string, string][] {
  const [full, fullMore] = fullWords(forecast)
  const back = totals.returned > 0 ? `, ${formatNumber(totals.returned)} zurückgeholt` : ''
  return [
    [
      'Belegt',
      formatNumber(totals.occupied),
      spotsWords(spotFigures(totals, totals.taken, totals.held ?? 0)),
    ],
    ['Frei', formatNumber(totals.free), `von ${formatNumber(totals.spot_limit)} Plätzen`],
    ['Voraussichtlich voll', full, fullMore],
    [
      'kWh im Jahr reserviert',
      formatNumber(totals.taken_kwh),
      totals.taken === 0
        ? 'noch kein Platz reserviert'
        : `davon mit Vertrag ${formatCell('kwh', totals.contracted_kwh)}`,
    ],
    [NEW, formatNumber(totals.new), totals.new === 1 ? 'Platz' : 'Plätze'],
    ['Zurückgegeben im Zeitraum', formatNumber(totals.given_up), `Plätze${back}`],
  ]
}
