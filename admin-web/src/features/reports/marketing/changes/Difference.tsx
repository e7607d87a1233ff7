import { Link } from 'react-router-dom'
import type { TableDocument } from '@/features/reports/frame/document'
import { FigureSheet } from '@/features/reports/frame/FigureSheet'
import { reservationsBehind } from '@/features/reports/frame/parameters/drill'
import { useShownReport } from '@/features/reports/frame/reportContext'
import { formatCell } from '@/features/reports/frame/tables/kinds'
import { signedCell, type Totals } from './changes'

interface DifferenceProps {
  table: TableDocument<Totals>
  /** None where there is nothing to compare with. */
  totals: Totals | undefined
}

/** The sentence, and the three figures it is about; both periods lead to their reservations. */
export function Difference({ table, totals }: DifferenceProps) {
  const { parameters, report } = useShownReport()
  if (!totals)
    return (
      <section className="sheet">
        <p className="flush">{table.sentence}</p>
      </section>
    )
  const { measure, amount, amount_before: before, difference } = totals
  const kind = measure === 'kwh' ? 'kwh' : 'count'
  const outcome = measure === 'contracted' ? 'contracted' : 'any'
  const compared = { ...parameters, ...report.compared }
  return (
    <FigureSheet table={table} isHeadedBySentence className="large-figures changes-head">
      <dl>
        <div>
          <dt>Im Zeitraum</dt>
          <dd>
            <span className="number">
              <Link to={reservationsBehind(parameters, {}, outcome)}>
                {formatCell(kind, amount)}
              </Link>
            </span>
          </dd>
        </div>
        <div>
          <dt>Im Vergleichszeitraum</dt>
          <dd>
            <span className="number">
              <Link to={reservationsBehind(compared, {}, outcome)}>{formatCell(kind, before)}</Link>
            </span>
          </dd>
        </div>
        <div>
          <dt>Unterschied</dt>
          <dd>
            <span className="number">{signedCell(kind, difference)}</span>
          </dd>
        </div>
        <div>
          <dt>Besuche</dt>
          <dd>
            <span className="number">{formatCell('count', totals.visits)}</span>
            <span className="movement">statt {formatCell('count', totals.visits_before)}</span>
          </dd>
        </div>
      </dl>
    </FigureSheet>
  )
}
