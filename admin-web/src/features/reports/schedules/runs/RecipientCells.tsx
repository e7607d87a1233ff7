import { counted } from '@/lib/format'
import type { Shape } from '@/lib/states'
import { ShapeMark } from '@/ui/fields/StateMark'
import type { Delivery, DeliveryState } from '../schedule'
import { deliveryWords } from './runWords'

/** One cell is one recipient; each state is another drawing. */
export const DELIVERY_SHAPES: Record<DeliveryState, Shape> = {
  sent: 'done',
  queued: 'outline',
  retrying: 'half',
  failed: 'failed',
  cancelled: 'crossed',
  left_out: 'dashedDot',
}

/** Who got it, one by one. More than a handful are counted where all went well. */
export function RecipientCells({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return null
  const late = deliveries.filter(({ state }) => state !== 'sent')
  const shown = deliveries.length > MOST ? late.slice(0, MOST) : deliveries
  const rest = deliveries.length - shown.length
  return (
    <ul className="recipients">
      {shown.map((delivery) => (
        <li key={delivery.recipient}>
          <ShapeMark
            shape={DELIVERY_SHAPES[delivery.state]}
            label={`${delivery.recipient}: ${deliveryWords(delivery)}`}
          />
        </li>
      ))}
      {rest > 0 && <li className="muted">{restWords(rest, late.length <= MOST)}</li>}
    </ul>
  )
}

const MOST = 5

function restWords(count: number, areSent: boolean): string {
  const who = counted(count, 'Eine weitere Adresse', 'weitere Adressen')
  return areSent ? `${who}: zugestellt` : who
}
