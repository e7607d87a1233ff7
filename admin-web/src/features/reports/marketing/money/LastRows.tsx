import { Link } from 'react-router-dom'
import { originTitle } from '@/features/reports/frame/parameters/origin'
import { formatCell, UNKNOWN } from '@/features/reports/frame/tables/kinds'
import { counted } from '@/lib/format'
import { contractsWords, type MoneyRow, type Totals, wholeEuros } from './money'

const NAMED = 4

/** What came without costs that anybody entered: unknown, which is not free. */
export function FreeRow({ rows }: { rows: readonly MoneyRow[] }) {
  if (rows.length === 0) return null
  const contracts = rows.reduce((sum, { contracts_ppm }) => sum + contracts_ppm, 0)
  const named = rows
    .slice(0, NAMED)
    .map((row) => `${originTitle(row)} ${contractsWords(row.contracts_ppm)}`)
  const more = rows.length - named.length
  return (
    <tr className="is-free">
      <th scope="row" className="m-name">
        Ohne Kosten
        <span className="muted">{counted(rows.length, 'eine Herkunft', 'Herkünfte')}</span>
      </th>
      <td className="m-cost muted">{UNKNOWN}</td>
      <td className="m-got tabular">
        <b>{contractsWords(contracts)}</b>
        <span className="m-unit"> Verträge</span>
      </td>
      <td className="m-became" />
      <td className="m-price muted">
        {named.join(', ')}
        {more > 0 && `, ${more} weitere`}
      </td>
      <td className="m-verdict">
        <Link to="/costs">Kosten eintragen</Link>
      </td>
    </tr>
  )
}

/** All together, with the price of a contract over all, and over those alone that were paid for. */
export function SumRow({ totals }: { totals: Totals }) {
  return (
    <tr className="is-sum">
      <th scope="row" className="m-name">
        Zusammen
        <span className="muted">
          {totals.reservations === 1
            ? 'eine reife Reservierung'
            : `${formatCell('count', totals.reservations)} reife Reservierungen`}
        </span>
      </th>
      <td className="m-cost tabular">{formatCell('cents', totals.cost_cents)}</td>
      <td className="m-got tabular">
        <b>{contractsWords(totals.contracts_ppm)}</b> Verträge
      </td>
      <td className="m-became tabular">{formatCell('count', totals.reservations)}</td>
      <td className="m-price">
        <Prices totals={totals} />
      </td>
      <td className="m-verdict" />
    </tr>
  )
}

/** Absent in runs that were kept before there were any. */
function Prices({ totals }: { totals: Totals }) {
  const {
    blended_cents: blended = null,
    paid_cents: paid = null,
    free_contracts_ppm: free,
  } = totals
  if (blended === null) return <span className="muted">{UNKNOWN}</span>
  return (
    <span className="m-words tabular">
      <b>{wholeEuros(blended)}</b>
      <span className="muted">
        über alle
        {paid !== null && free > 0 && `; ${wholeEuros(paid)} nur über die bezahlten`}
      </span>
    </span>
  )
}
