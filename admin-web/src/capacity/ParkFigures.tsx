import type { ReactNode } from 'react'
import { formatNumber } from '@/lib/format'
import type { Capacity } from './capacity'
import { heldOf, takenOf } from './spotStates'
import './capacity.css'

/** „316 reserviert · 6 gesperrt · 178 von 500 frei“ with large figures. */
export function ParkFigures({ capacity }: { capacity: Capacity }) {
  const { counts, spot_limit } = capacity
  return (
    <p className="parkzahlen">
      <Figure value={takenOf(counts)}>reserviert</Figure>
      {heldOf(counts) > 0 && <Figure value={heldOf(counts)}>gehalten</Figure>}
      {counts.blocked > 0 && <Figure value={counts.blocked}>gesperrt</Figure>}
      <Figure value={counts.free}>von {formatNumber(spot_limit)} frei</Figure>
    </p>
  )
}

function Figure({ value, children }: { value: number; children: ReactNode }) {
  return (
    <span>
      <b className="grosszahl">{formatNumber(value)}</b> {children}
    </span>
  )
}
