import { useState } from 'react'
import { ApiError } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { formatKwh, formatNumber } from '@/lib/format'
import { Conflict } from '@/ui/form/Conflict'
import { FormDialog } from '@/ui/form/FormDialog'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { SAVED } from '../park'
import { LimitInputs } from './LimitInputs'
import { LIMITS } from './limits'

interface LimitDialogProps {
  park: Park
  onClose: () => void
}

/**
 * The two limits of a park. Below what is taken the server refuses; the dialog then says how much
 * that is and offers to overbook, which needs a reason.
 */
export function LimitDialog({ park, onClose }: LimitDialogProps) {
  const [reason, setReason] = useState('')
  const { edit, belowTaken } = useLimitSave(park, reason.trim(), onClose)
  const isOverbooking = belowTaken !== null
  const isReady = !hasAny(edit.problems) && !(isOverbooking && !reason.trim())
  return (
    <FormDialog
      title={`Grenzen: ${parkTitle(park)}`}
      button={isOverbooking ? 'Trotzdem überbuchen' : 'Speichern'}
      isBlocked={edit.isRunning || !isReady || edit.conflict !== null}
      problem={belowTaken ? null : edit.problem}
      onClose={onClose}
      onSubmit={edit.submit}
    >
      {edit.conflict ? (
        <Conflict kind={LIMITS} versions={edit.conflict} />
      ) : (
        <LimitInputs {...{ park, edit, reason, isOverbooking }} onReason={setReason} />
      )}
      {belowTaken && <Refusal refusal={belowTaken} />}
    </FormDialog>
  )
}

const hasAny = (problems: object): boolean => Object.keys(problems).length > 0

function useLimitSave(park: Park, reason: string, onClose: () => void) {
  const call = useCall()
  const [belowTaken, setBelowTaken] = useState<BelowTaken | null>(null)
  const edit = useVersionedSave(LIMITS, park, {
    renews: ['parks'],
    save: (changes, { id, version }) =>
      call('patch', '/api/staff/parks/{park}', {
        params: { path: { park: id } },
        body: {
          ...changes,
          ...(reason && { reason }),
          ...(belowTaken && { allow_overbooking: true }),
          version,
        },
      }).catch((error) => {
        setBelowTaken(belowTakenOf(error))
        throw error
      }),
    onSaved() {
      onClose()
      return { words: SAVED }
    },
  })
  return { edit, belowTaken }
}

/** What the server answers when a limit lies below what is taken. */
interface BelowTaken {
  field: 'spot_limit' | 'kwh_limit'
  /** The highest number that is taken, or the kWh. */
  taken: number
  limit: number
}

const belowTakenOf = (error: unknown): BelowTaken | null =>
  error instanceof ApiError && error.code === 'below_taken'
    ? (error.problem as unknown as BelowTaken)
    : null

function Refusal({ refusal: { field, taken, limit } }: { refusal: BelowTaken }) {
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
