import type { ReactNode } from 'react'
import { householdName } from '@/lib/reservationWords'
import { Pieces, Reasons } from '@/ui/found/Pieces'
import { type Match, marked, namePieces, reasonsOf } from '@/ui/found/reasons'
import { useIsOutdated } from '@/ui/table/Table'
import type { ReservationRow } from '../types'

interface RowProps {
  row: ReservationRow
}

/** Why the search of this list found the row; nothing while the rows are still those of another search. */
function useMatches({ matches }: ReservationRow): readonly Match[] {
  return useIsOutdated() ? [] : matches
}

export function MatchedName({ row }: RowProps) {
  const matches = useMatches(row)
  const { first_name, last_name } = row
  if (first_name === null || last_name === null) return householdName(row)
  return <Pieces pieces={namePieces({ first_name, last_name, matches: [...matches] })} />
}

export function MatchedReference({ row }: RowProps) {
  const matches = useMatches(row)
  return <Pieces pieces={marked(row.reference ?? '', 'reference', matches)} />
}

export function MatchedSpot({ row }: RowProps) {
  const matches = useMatches(row)
  return (
    <b>
      <Pieces pieces={marked(String(row.spot_number), 'spot', matches)} />
    </b>
  )
}

interface HiddenMatchProps extends RowProps {
  /** Whether the reference stands in the row, with its mark. */
  hasReference?: boolean
  fallback?: ReactNode
}

/** Where a row was found by what its marks do not tell, the reasons in the words of the search while typing. */
export function HiddenMatch({ row, hasReference = false, fallback = null }: HiddenMatchProps) {
  const shown: Match['kind'][] = ['name', 'first_name', 'spot']
  if (hasReference) shown.push('reference')
  const hidden = useMatches(row).filter(({ kind, one_error }) => one_error || !shown.includes(kind))
  if (hidden.length === 0) return fallback
  return (
    <small className="found-by">
      <Reasons reasons={reasonsOf(hidden)} />
    </small>
  )
}
