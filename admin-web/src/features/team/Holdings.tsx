import type { Role } from '@/session/session'
import { HOLDING_WORDS, type Holding, mayTake } from './holding'

interface HoldingsProps {
  holdings: readonly Holding[]
  /** Of the colleague who takes them over; what the role may not have is marked. */
  heirRole?: Role | undefined
}

/** What an account receives and answers for, a line each. */
export function Holdings({ holdings, heirRole }: HoldingsProps) {
  return (
    <ul className="ruled holdings">
      {holdings.map((one) => (
        <li key={`${one.kind} ${one.subject}`}>
          {one.name} <span className="muted">{HOLDING_WORDS[one.kind]}</span>
          {heirRole && !mayTake(one, heirRole) && <strong> bleibt</strong>}
        </li>
      ))}
    </ul>
  )
}
