import type { ShareFigures } from '@/api/household'
import { PackageModules } from '@/components/own/PackageModules'
import { shareText } from '@/content/de/householdShare'
import { basisText } from '@/content/de/money'
import { formatCent, formatEuro, formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { typeset } from '@/lib/typeset'

const text = shareText
const { rows } = text

interface Row {
  label: string
  note: string
  value: string
  kind?: string
}

/** What comes back and what it costs, line by line. */
export function Sheet({ figures }: { figures: ShareFigures }) {
  return (
    <div className="sheet">
      <div className="sheet__head">
        <PackageModules kwh={figures.annual_kwh} />
        <h3>{text.name(figures.package, figures.plan_months)}</h3>
      </div>
      <dl>
        {rowsOf(figures).map(({ label, note, value, kind }) => (
          <div key={label} className={kind}>
            <dt>
              {label} {note && <small>{typeset(note)}</small>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function rowsOf(of: ShareFigures): readonly Row[] {
  const more = of.plan_total_cents - of.price_cents
  return [
    {
      label: rows.least,
      note: basisText(of.least_annual_cents, of.annual_kwh),
      value: rows.perYear(formatEuro(of.least_annual_cents)),
      kind: 'sheet__sun',
    },
    {
      label: rows.total,
      note:
        of.total_credits_cents > of.least_total_cents
          ? rows.totalNote(formatCent(of.credit_tenth_ct), formatEuro(of.total_credits_cents))
          : '',
      value: formatEuro(of.least_total_cents),
    },
    { label: rows.today, note: '', value: formatEuro(0) },
    { label: rows.contract, note: rows.contractNote, value: formatEuro(of.setup_fee_cents) },
    paymentRow(of),
    {
      label: rows.sum,
      note: more > 0 ? rows.more(formatShortEuro(more)) : '',
      value: formatEuro(of.plan_total_cents + of.setup_fee_cents),
      kind: 'sheet__sum',
    },
  ]
}

/** With a plan the instalment, its number, the last one and the effective rate; else the price. */
function paymentRow(of: ShareFigures): Row {
  if (!of.plan_months) {
    return { label: rows.grid, note: rows.onceNote, value: formatEuro(of.price_cents) }
  }
  const last = formatEuro(of.last_instalment_cents)
  return {
    label: rows.grid,
    note: rows.planNote(of.plan_months, last, formatRate(of.effective_interest_bp)),
    value: rows.perMonth(formatEuro(of.instalment_cents)),
  }
}
