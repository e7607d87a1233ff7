import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { closedText } from '@/content/de/reservation'
import { paths } from '@/lib/paths'
import { keepContact } from '@/lib/reservation/contactMemory'
import { saveDraft } from '@/lib/reservation/draft'
import type { ReservationValues } from '@/lib/reservation/fields'

/** Leads to the list of a full park with everything that was typed. */
export function useWayToList() {
  const navigate = useNavigate()
  /** @param lost whether the last place went while this visitor wanted it */
  return (values: ReservationValues, lost = false) => {
    keepContact(values)
    for (const field of ['postcode', 'annual_kwh', 'payment_plan'] as const) {
      saveDraft(values, field)
    }
    navigate(paths.waitingList, { replace: true, state: { lost } })
  }
}

/** Instead of the form of a full park: nobody answers eight questions to be refused. */
export function ToWaitingList({ values }: { values: ReservationValues }) {
  const lead = useWayToList()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the park is known to be full
  useEffect(() => lead(values), [])
  return (
    <p className="wrap closed-park" role="status">
      {closedText.toList}
    </p>
  )
}
