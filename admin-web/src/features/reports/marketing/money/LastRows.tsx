import { Link } from 'react-router-dom'
import { originTitle } from '@/features/reports/frame/parameters/origin'
import { formatCell, rounded, UNKNOWN } from '@/features/reports/frame/tables/kinds'
import { contractsWords, type MoneyRow, type Totals } from './money'

const NAMED = 4

/** What came without costs that anybody entered: unknown, which is not free. */
export function FreeRow({ rows }: { rows: readonly MoneyRow[] }) {
  if (rows.length === 0) return null
  const contracts = rows.reduce((sum, { contracts_ppm }) => sum + contracts_ppm, 0)
  const kwh = rows.reduce((sum, { kwh_ppm }) => sum + kwh_ppm, 0)
  const named = rows
    .slice(0, NAMED)
    .map((row) => `${originTitle(row)} ${contractsWords(row.contracts_ppm)}`)
  const more = rows.length - named.length
  return (
    <tr className="is-free">
      <th scope="row" className="m-name">
        Ohne Kosten
        <span className="muted">
          {rows.length === 1 ? 'eine Herkunft' : `${rows.length} Herkünfte`}
        </span>
      </th>
      <td className="m-cost muted">{UNKNOWN}</td>
      <td className="m-got tabular">
        <b>{contractsWords(contracts)}</b>
        <span className="m-unit"> Verträge</span>
      </td>
      <td className="m-kwh tabular">{formatCell('count', rounded(kwh, 1e6))}</td>
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

/** All together. No price for all: it would divide what was paid by what came by itself. */
export function SumRow({ totals }: { totals: Totals }) {
  const free = totals.free_contracts_ppm
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
      <td className="m-kwh tabular">{formatCell('count', rounded(totals.kwh_ppm, 1e6))}</td>
      <td className="m-price muted">
        {free > 0 && `kein Betrag für alle: ${contractsWords(free)} kamen ohne Kosten`}
      </td>
      <td className="m-verdict" />
    </tr>
  )
}
