import { useState } from 'react'
import { formatKwh, formatNumber } from '@/lib/format'
import { FormDialog } from '@/ui/form/FormDialog'
import { type Park, parkTitle } from '@/ui/park/capacity'
import { type BelowTaken, useParkChange } from '../useParkChange'
import { LimitInputs } from './LimitInputs'
import { type LimitForm, readLimits } from './limits'

interface LimitDialogProps {
  park: Park
  onClose: () => void
}

/**
 * The two limits of a park. Below what is taken the server refuses; the dialog then says how much
 * that is and offers to overbook, which needs a reason.
 */
export function LimitDialog({ park, onClose }: LimitDialogProps) {
  const [form, setForm] = useState<LimitForm>(() => ({
    spots: String(park.spot_limit),
    kwh: park.kwh_limit === null ? '' : String(park.kwh_limit),
    reason: '',
  }))
  const { save, isSaving, belowTaken, stale, problem } = useParkChange(park, onClose)
  const { values, problems } = readLimits(form)
  const isOverbooking = belowTaken !== null
  const isReady = values !== null && !(isOverbooking && !form.reason.trim())

  function submit() {
    if (isReady) void save({ ...values, ...(isOverbooking && { allow_overbooking: true }) })
  }

  return (
    <FormDialog
      title={`Grenzen: ${parkTitle(park)}`}
      button={isOverbooking ? 'Trotzdem überbuchen' : 'Speichern'}
      isBlocked={isSaving || !isReady}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <LimitInputs {...{ park, form, problems, isOverbooking }} onChange={setForm} />
      {belowTaken && <Refusal refusal={belowTaken} />}
      {stale && <p role="alert">{STALE}</p>}
    </FormDialog>
  )
}

const STALE =
  'Jemand hat diesen Park inzwischen geändert. Schließen Sie das Fenster, dann sehen Sie den neuen Stand.'

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
