import type { ShareComparison, ShareFigures } from '@/api/household'
import { PackageModules } from '@/components/own/PackageModules'
import { chooseText, shareText } from '@/content/de/householdShare'
import { moneyRows } from '@/content/de/moneyBlock'
import { typeset } from '@/lib/typeset'

const text = chooseText

/** The present share and the new one, side by side. */
export function ShareTable({ compared: { before, after } }: { compared: ShareComparison }) {
  const then = moneyRows(after)
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
          {moneyRows(before).map(([label, amount, note], index) => {
            const [, amountThen = '', noteThen = ''] = then[index] ?? []
            const isNoted = note !== noteThen
            return (
              <tr key={label}>
                <th scope="row">{label}</th>
                <Amount amount={amount} note={isNoted && note} />
                <Amount amount={amountThen} note={isNoted && noteThen} isNew />
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="small quiet">{text.caveat}</p>
    </div>
  )
}

interface AmountProps {
  amount: string
  /** What it is made of, where that changes too. */
  note: string | false
  isNew?: boolean
}

function Amount({ amount, note, isNew = false }: AmountProps) {
  return (
    <td className={isNew ? 'old-new__new' : undefined}>
      {amount}
      {note && <small>{typeset(note)}</small>}
    </td>
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
