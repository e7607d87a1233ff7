import type { ShareComparison, ShareFigures } from '@/api/household'
import { PackageModules } from '@/components/own/PackageModules'
import { chooseText, shareText } from '@/content/de/householdShare'
import { formatEuro, formatRate, formatShortEuro, formatTenths } from '@/lib/germanNumbers'

const text = chooseText

interface Row {
  label: string
  value: (figures: ShareFigures) => string
  /** Shown larger, because this is what is decided by. */
  isMain?: boolean
  /** Only of interest with instalments on either side. */
  ofPlan?: boolean
}

const plan = (figures: ShareFigures, value: string) => (figures.plan_months ? value : text.none)

const ROWS: readonly Row[] = [
  { label: text.rows.least, value: (of) => formatShortEuro(of.least_annual_cents), isMain: true },
  { label: text.rows.total, value: (of) => formatShortEuro(of.least_total_cents) },
  { label: text.rows.price, value: (of) => formatShortEuro(of.price_cents) },
  {
    label: text.rows.instalment,
    value: (of) => plan(of, `${of.plan_months} × ${formatEuro(of.instalment_cents)}`),
    isMain: true,
    ofPlan: true,
  },
  {
    label: text.rows.more,
    value: (of) => plan(of, formatShortEuro(of.plan_total_cents - of.price_cents)),
    ofPlan: true,
  },
  {
    label: text.rows.rate,
    value: (of) => plan(of, formatRate(of.effective_interest_bp)),
    ofPlan: true,
  },
  {
    label: text.rows.last,
    value: (of) => plan(of, formatEuro(of.last_instalment_cents)),
    ofPlan: true,
  },
  {
    label: text.rows.sum,
    value: (of) => formatShortEuro(of.plan_total_cents + of.setup_fee_cents),
  },
  {
    label: text.rows.covered,
    value: (of) => shareText.years(formatTenths(of.least_covered_tenth_years)),
  },
]

/** The present share and the new one, side by side. */
export function ShareTable({ compared: { before, after } }: { compared: ShareComparison }) {
  const rows = ROWS.filter(({ ofPlan }) => !ofPlan || before.plan_months || after.plan_months)
  return (
    <div className="old-new">
      <table>
        <caption>{text.table}</caption>
        <thead>
          <tr>
            <td />
            <Head label={text.before} figures={before} />
            <Head label={text.after} figures={after} isNew />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, value, isMain }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={isMain ? 'figure' : undefined}>{value(before)}</td>
              <td className={isMain ? 'figure old-new__new' : 'old-new__new'}>{value(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small quiet">{text.caveat}</p>
    </div>
  )
}

function Head({
  label,
  figures,
  isNew = false,
}: {
  label: string
  figures: ShareFigures
  isNew?: boolean
}) {
  return (
    <th scope="col" className={isNew ? 'old-new__new' : undefined}>
      <PackageModules kwh={figures.annual_kwh} />
      <small>{label}</small>
      <b>{shareText.name(figures.package, figures.plan_months)}</b>
    </th>
  )
}
