import type { LiveChange } from '@/api/live/live'
import { actionName } from '@/lib/operationWords'

/** Who changed what while the person was deciding, as soon as the stream tells it. */
export function LiveLine({ changes }: { changes: readonly LiveChange[] }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <p className="notice-band">
          Gerade geändert: {changes.map(words).join(', ')}. Was passiert, steht unten neu; Ihre
          Eingaben sind noch da.
        </p>
      )}
    </div>
  )
}

const words = ({ action, by_name }: LiveChange): string =>
  `${actionName(action)} (${by_name ?? 'Haushalt oder Ablauf'})`
