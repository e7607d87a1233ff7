import { formatMoment } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import type { NarrowRowParts } from '@/ui/list/narrow'
import { type Asked, Phone, RefusedSteps } from './RefusedSteps'
import { deadlineWords, placeWords, type RefusedMail } from './refused'

/** A household on a phone: whose mailbox refuses what, and below it the number to call and the steps. */
export function narrowRefused(row: RefusedMail, onAsk: (asked: Asked) => void): NarrowRowParts {
  const { name, words, reservation, refused_at } = row
  const deadline = deadlineWords(row, formatMoment)
  return {
    title: name,
    meta: placeWords(row),
    aside: <MomentField at={refused_at} isShort />,
    asideMeta: words,
    more: (
      <>
        {reservation && (
          <p className="flush">
            <Phone reservation={reservation.id} masked={reservation.phone} />
          </p>
        )}
        {deadline && <p className="flush tiny">{deadline}</p>}
        <RefusedSteps row={row} onAsk={onAsk} />
      </>
    ),
  }
}
