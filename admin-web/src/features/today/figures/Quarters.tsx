import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useStaffQuery } from '@/api/useStaffQuery'
import { formatDay, formatMoney, formatNumber } from '@/lib/format'
import { type PlainColumn, PlainTable } from '@/ui/list/PlainTable'

type Quarter = Schemas['MoneyQuartersRow']

const FRESH = 600_000
const money = (cents: number | null): string => (cents === null ? '–' : formatMoney(cents))

/** The labels of the report, shortened: the start page has less room. */
const COLUMNS: readonly PlainColumn<Quarter>[] = [
  { label: 'Quartal', render: quarterWords },
  { label: 'Kosten', isNumeric: true, render: (row) => money(row.cost_cents) },
  { label: 'Verträge', isNumeric: true, render: (row) => formatNumber(row.contracted) },
  { label: 'Je Vertrag', isNumeric: true, render: (row) => money(row.cost_per_contract) },
  { label: 'Nur bezahlte', isNumeric: true, render: (row) => money(row.paid_cost_per_contract) },
  { label: 'Umsatz je Euro', isNumeric: true, render: (row) => money(row.sales_per_euro) },
]

/** The report's own sentence, and its last four quarters. */
export function Quarters() {
  const { data, error } = useStaffQuery('/api/staff/reports/money', { staleTime: FRESH })
  if (error && !data) return <p role="alert">{errorWords(error)}</p>
  if (!data) return <p className="muted flush">Wird berechnet …</p>
  const { quarters } = data.tables
  return (
    <>
      <p className="flush">{quarters.sentence}</p>
      {quarters.rows.length > 0 && (
        <PlainTable
          label="Quartal für Quartal"
          columns={COLUMNS}
          rows={quarters.rows}
          rowKey={({ quarter }) => quarter}
        />
      )}
    </>
  )
}

function quarterWords({ quarter, ripe_until }: Quarter): string {
  return ripe_until ? `${quarter}, reif bis ${formatDay(ripe_until)}` : quarter
}
