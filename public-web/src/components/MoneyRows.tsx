import { typeset } from '@/lib/typeset'

/** What each line is, for the looks; the order is fixed. */
const KINDS = ['today', 'contract', 'grid', 'sum', 'credit', 'covered']

interface Props {
  rows: readonly (readonly [label: string, amount: string, note: string])[]
}

/** The block of money, a line each: what it is, what it is made of, and the amount. */
export function MoneyRows({ rows }: Props) {
  return (
    <dl className="money-rows">
      {rows.map(([label, amount, note], index) => (
        <div key={label} data-row={KINDS[index]}>
          <dt>
            {typeset(label)} <small>{typeset(note)}</small>
          </dt>
          <dd>{typeset(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
