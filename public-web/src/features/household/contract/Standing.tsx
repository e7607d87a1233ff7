import type { ComponentProps } from 'react'
import { CONTRACT_DOCUMENT, type Contract } from '@/api/contract'
import { RichText } from '@/components/RichText'
import { standingText as text } from '@/content/de/contract'
import { formatMoment } from '@/lib/germanMoments'
import { formatEuro } from '@/lib/germanNumbers'
import { paths } from '@/lib/paths'
import { AccountChange } from './AccountChange'
import { dayWords } from './dayWords'
import { EarlyPayment } from './EarlyPayment'

/** More payments than these are folded. */
const SHOWN = 6

type StandingProps = ComponentProps<typeof AccountChange>

/** A contract that was ordered: what it says, its papers, its payments and until when it can be withdrawn. */
export function Standing(props: StandingProps) {
  const { contract } = props
  return (
    <div className="order">
      <Facts contract={contract} />
      {contract.can_change_account && (
        <section className="order__part" aria-label={text.otherAccount.title}>
          <AccountChange {...props} />
        </section>
      )}
      <section className="order__part" aria-labelledby="zahlungsplan">
        <h3 id="zahlungsplan">{text.plan.title}</h3>
        {contract.plan.length > 0 ? <Plan contract={contract} /> : <p>{text.plan.none}</p>}
      </section>
      {contract.early_payment && (
        <EarlyPayment {...props} early={contract.early_payment} onPaid={props.onAsked} />
      )}
      {contract.withdraw_until && (
        <section className="order__part" aria-labelledby="widerruf">
          <h3 id="widerruf">
            {text.withdraw[contract.can_withdraw ? 'title' : 'over'](
              dayWords(contract.withdraw_until),
            )}
          </h3>
          {contract.can_withdraw && <p>{text.withdraw.text}</p>}
          <p>
            <a href={paths.withdrawal}>{text.withdraw.link}</a>
          </p>
        </section>
      )}
    </div>
  )
}

function Facts({ contract }: { contract: Contract }) {
  const earning = contract.first_earning_day
  const facts = [
    [text.number, contract.number],
    [
      contract.begins_on ? text.takenOver : text.ordered,
      formatMoment(new Date(contract.signed_at)),
    ],
    [text.account, text.accountOf(contract.account_holder, contract.last_four)],
    [text.mandate, contract.mandate_reference],
    [text.earning, earning ? dayWords(earning) : text.earningLater(contract.connected_on !== null)],
  ]
  return (
    <section className="order__part" aria-label={text.number}>
      <p>
        <RichText text={text.state[contract.state].text} />
      </p>
      <dl className="posts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="button button--line" href={CONTRACT_DOCUMENT} download>
          {text.document}
        </a>
      </p>
    </section>
  )
}

function Plan({ contract }: { contract: Contract }) {
  const rows = rowsOf(contract.plan)
  const table = <Payments rows={rows} months={contract.months} />
  if (rows.length <= SHOWN) return table
  return (
    <details className="order__text">
      <summary>{text.plan.more(rows.length)}</summary>
      {table}
    </details>
  )
}

/** Payments from one number to another, of the same amount. */
type Row = Contract['plan'][number] & { last: number }

/** A line for each payment; as long as their days are open, those of the same amount are one. */
function rowsOf(plan: Contract['plan']): readonly Row[] {
  const rows: Row[] = []
  for (const claim of plan) {
    const before = rows.at(-1)
    const isOne = !claim.due && !before?.due && claim.purpose === before?.purpose
    if (before && isOne && claim.cents === before.cents) before.last = claim.number
    else rows.push({ ...claim, last: claim.number })
  }
  return rows
}

function Payments({ rows, months }: { rows: readonly Row[]; months: number }) {
  const words = text.plan
  return (
    <table className="order__plan">
      <caption className="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ purpose, number, last, due, cents, open_cents }) => (
          <tr key={`${purpose}${number}`}>
            <td>{due ? dayWords(due) : words.later[purpose]}</td>
            <th scope="row">
              {purpose === 'instalment' ? words.instalment(number, last, months) : words[purpose]}
            </th>
            <td>
              {last > number ? words.each(formatEuro(cents)) : formatEuro(cents)}
              {open_cents === 0 && <small> {words.paid}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
