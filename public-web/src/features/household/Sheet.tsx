import type { ShareFigures } from '@/api/household'
import { MoneyRows } from '@/components/MoneyRows'
import { PackageModules } from '@/components/own/PackageModules'
import { Source } from '@/components/Source'
import { figureText } from '@/content/de/figures'
import { shareText } from '@/content/de/householdShare'
import { assumedText, moneyDetails, moneyRows } from '@/content/de/moneyBlock'
import { typeset } from '@/lib/typeset'

/** What it costs and what is expected, line by line. */
export function Sheet({ figures }: { figures: ShareFigures }) {
  const assumed = assumedText(figures, figures.credit_tenth_ct)
  return (
    <div className="sheet">
      <div className="sheet__head">
        <PackageModules kwh={figures.annual_kwh} />
        <h3>{shareText.name(figures.package, figures.plan_months)}</h3>
      </div>
      <MoneyRows rows={moneyRows(figures)} />
      {assumed && <p className="small quiet">{typeset(assumed)}</p>}
      <Source label={figureText.whereFrom}>{typeset(moneyDetails(figures))}</Source>
    </div>
  )
}
