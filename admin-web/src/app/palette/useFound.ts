import { useStaffQuery } from '@/api/useStaffQuery'
import { householdName } from '@/lib/reservationWords'
import { useSettled } from '@/lib/useSettled'
import { useRecent } from '@/ui/palette/recent'
import type { Found, Recent } from './options'
import { verbOf } from './verbs'

/** Milliseconds without another key after which the server is asked. */
const REST = 100

export interface Answered {
  /** What the last answer holds, of this text or of an earlier one. */
  found: Found | undefined
  /** Whether this text is still to be answered. */
  isWaiting: boolean
  error: unknown
  retry: () => void
}

/**
 * The households for what is typed. A call is dropped as soon as another text is typed, and an answer
 * belongs to its own text, so that a late one never takes the place of a newer one.
 */
export function useFound(typed: string, isClerk: boolean): Answered {
  const wanted = typed.trim()
  const settled = useSettled(wanted, REST)
  const isBehind = settled !== wanted
  const asTyped = useSearch(isClerk ? settled : '')
  // Only where nobody is called so: a name may begin like a verb.
  const verb = asTyped.isEmpty ? verbOf(settled) : undefined
  const without = useSearch(verb?.rest ?? '')
  const { found, isWaiting, isFetching, error, retry } = verb?.rest ? without : asTyped
  const [only] = verb?.actions.length === 1 ? verb.actions : []
  return {
    found: found && { ...found, begins: only, asked: verb?.rest || wanted },
    isWaiting:
      wanted !== '' &&
      isClerk &&
      (isBehind || isWaiting || asTyped.isWaiting) &&
      (isBehind || !error || isFetching),
    error: isBehind || isFetching ? null : error,
    retry,
  }
}

/** The answer to one text; none is asked for an empty one. */
function useSearch(q: string) {
  const isEnabled = q !== ''
  const { data, error, isPlaceholderData, isFetching, refetch } = useStaffQuery(
    '/api/staff/search',
    { params: { query: { q } }, isEnabled },
  )
  const isWaiting = isEnabled && (isPlaceholderData || (isFetching && !data))
  return {
    found: data && {
      hits: data.data,
      others: data.others,
      total: data.total,
      hasMore: data.has_more,
    },
    isWaiting,
    isFetching,
    isEmpty: isEnabled && !isWaiting && data?.total === 0 && data.others.length === 0,
    error,
    retry: () => void refetch(),
  }
}

/** Who was opened last, as the server has them now. */
export function useRecents(isClerk: boolean): readonly Recent[] {
  const ids = useRecent()
  const { data } = useStaffQuery('/api/staff/reservations', {
    params: { query: { ids: [...ids] } },
    isEnabled: isClerk && ids.length > 0,
  })
  return ids.flatMap((id) => {
    const row = data?.data.find((one) => one.id === id)
    return row ? [{ id, name: householdName(row), spot: row.spot_number, state: row.state }] : []
  })
}
