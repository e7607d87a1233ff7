import { useNotify } from 'react-admin'
import { changedFields } from '@/api/changedFields'
import { useStaffChange } from '@/api/useStaffChange'
import type { Park } from '@/ui/park/capacity'
import type { ParkDocument, ParkValues } from './park'

/** What the server answers when a limit lies below what is taken. */
export interface BelowTaken {
  field: 'spot_limit' | 'kwh_limit'
  /** The highest number that is taken, or the kWh. */
  taken: number
  limit: number
}

/** Saves what differs from the park as it was read; `onSaved` once the server has it. */
export function useParkChange(park: Park, onSaved: () => void) {
  const { run, isRunning, refusal, fieldErrors, problem } = useStaffChange('parks')
  const notify = useNotify()

  async function save(values: ParkValues, version = park.version) {
    const changes = changedFields(values, park)
    if (Object.keys(changes).every((name) => name === 'reason' || name === 'allow_overbooking'))
      return onSaved()
    const params = { path: { park: park.id } }
    const body = { ...changes, version }
    if (!(await run('patch', '/api/staff/parks/{park}', { params, body }))) return
    notify('Gespeichert. Die öffentlichen Seiten zeigen den neuen Stand.', { type: 'success' })
    onSaved()
  }

  const belowTaken = refusal?.code === 'below_taken' ? (refusal as unknown as BelowTaken) : null
  const isStale = refusal?.code === 'stale'
  return {
    save,
    isSaving: isRunning,
    belowTaken,
    /** The park as somebody else saved it meanwhile; over once that is what the form stands on. */
    stale: isStale && refusal.version !== park.version ? (refusal.current as ParkDocument) : null,
    fieldErrors,
    problem: belowTaken || isStale ? null : problem,
  }
}
