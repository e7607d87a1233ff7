import { Suspicion } from '../duplicates/Suspicion'
import type { Reservation } from '../types'
import { useIsClerk } from '../useRole'

/** Other reservations that may be the same household's, beside this one. */
export function Duplicates({ record }: { record: Reservation }) {
  const isClerk = useIsClerk()
  if (!isClerk || record.duplicates.length === 0 || record.duplicate_checked) return null
  const members = [record, ...record.duplicates].sort((one, other) =>
    one.created_at.localeCompare(other.created_at),
  )
  return <Suspicion title="Vielleicht doppelt" members={members} currentId={record.id} />
}
