import { formatDay } from '@/lib/format'
import { shownState } from '@/lib/reservationWords'
import { stateWords } from '@/lib/states'
import { StateCell } from '@/ui/fields/StateMark'
import type { Reservation } from '../../types'

const WAY = ['reserved', 'invited', 'contracted', 'active']

/** Where the reservation stands on its way; one that has left it shows only where it ended. */
export function Way({ record }: { record: Reservation }) {
  const { state, created_at } = record
  const at = WAY.indexOf(state)
  const steps = at < 0 ? [state] : WAY
  return (
    <ol className="record-way" aria-label="Weg der Reservierung">
      {steps.map((step, index) => {
        const isNow = step === state
        return (
          <li
            key={step}
            aria-current={isNow ? 'step' : undefined}
            data-ahead={index > at && !isNow}
          >
            <StateCell state={isNow ? shownState(record) : index > at ? 'free' : step} />
            <span>
              {stateWords(isNow ? shownState(record) : step)}
              {step === 'reserved' && <small>{formatDay(created_at)}</small>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
