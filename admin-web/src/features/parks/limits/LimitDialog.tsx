import type { Refusal } from '@/api/problem'
import { formatKwh, formatNumber } from '@/lib/format'
import { EditDialog } from '@/ui/form/EditDialog'
import { TextInput } from '@/ui/form/inputs'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { SAVED } from '../park'
import { LIMITS } from './limits'

interface LimitDialogProps {
  park: Park
  onClose: () => void
}

/**
 * The two limits of a park. Below what is taken the server refuses; the dialog then says how much
 * that is and offers to overbook, which needs a reason.
 */
export const LimitDialog = ({ park, onClose }: LimitDialogProps) => (
  <EditDialog
    title={`Grenzen: ${parkTitle(park)}`}
    button={({ refusal }) => (isBelow(refusal) ? 'Trotzdem überbuchen' : 'Speichern')}
    isBlocked={({ refusal, values }) => isBelow(refusal) && !values.reason}
    schema="ParkPatch"
    kind={LIMITS}
    start={park}
    save={(call, _, { base: { id, version }, changes, refusal }) =>
      call('patch', '/api/staff/parks/{park}', {
        params: { path: { park: id } },
        body: { ...changes, ...(isBelow(refusal) && { allow_overbooking: true }), version },
      })
    }
    renews={['parks']}
    done={SAVED}
    explain={(refusal) => isBelow(refusal) && <Overbooking {...refusal} />}
    onClose={onClose}
  >
    {({ refusal }) => <LimitInputs park={park} isOverbooking={isBelow(refusal)} />}
  </EditDialog>
)

const LimitInputs = ({ park, isOverbooking }: { park: Park; isOverbooking: boolean }) => (
  <>
    <TextInput
      source="spot_limit"
      label="Plätze"
      hint={`Jetzt ${park.fullness.spots_words}.`}
      html={{ inputMode: 'numeric' }}
    />
    <TextInput
      source="kwh_limit"
      label="Strom in kWh im Jahr"
      hint={`Jetzt ${park.fullness.kwh_words}. Leer heißt: keine Grenze.`}
      html={{ inputMode: 'numeric' }}
    />
    <TextInput
      source="reason"
      label={isOverbooking ? 'Grund für die Überbuchung' : 'Grund'}
      required={isOverbooking}
      hint="Steht im Verlauf des Parks."
    />
  </>
)

/** What the server answers when a limit lies below what is taken. */
interface BelowTaken {
  field: 'spot_limit' | 'kwh_limit'
  /** The highest number that is taken, or the kWh. */
  taken: number
  limit: number
}

const isBelow = (refusal: Refusal | null): refusal is Refusal & BelowTaken =>
  refusal?.code === 'below_taken'

function Overbooking({ field, taken, limit }: BelowTaken) {
  const words =
    field === 'kwh_limit'
      ? `Belegt sind schon ${formatKwh(taken)}, die neue Grenze wäre ${formatKwh(limit)}.`
      : `Der höchste vergebene Platz ist Platz ${taken}, die neue Grenze wäre ${formatNumber(limit)}.`
  return (
    <p role="alert" className="caution">
      {words} Niemand verliert dadurch seinen Platz, aber der Park ist dann überbucht. Wenn Sie das
      möchten, nennen Sie einen Grund.
    </p>
  )
}
