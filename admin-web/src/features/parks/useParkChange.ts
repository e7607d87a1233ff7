import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { changedFields } from '@/api/changedFields'
import { ApiError, errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
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
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save(values: ParkValues, version = park.version) {
    const changes = changedFields(values, park)
    if (Object.keys(changes).every((name) => name === 'reason' || name === 'allow_overbooking'))
      return onSaved()
    setSaving(true)
    setError(null)
    try {
      await call('patch', '/api/staff/parks/{park}', {
        params: { path: { park: park.id } },
        body: { ...changes, version },
      })
      await queries.invalidateQueries({ queryKey: ['parks'] })
      notify('Gespeichert. Die öffentlichen Seiten zeigen den neuen Stand.', { type: 'success' })
      onSaved()
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, ...readError(error, park.version) }
}

/** `version`: the one the form stands on. A refusal is over once that is what is stored. */
function readError(error: unknown, version: number) {
  const refusal = error instanceof ApiError ? error.problem : null
  const belowTaken = refusal?.code === 'below_taken' ? (refusal as unknown as BelowTaken) : null
  const isStale = refusal?.code === 'stale' && refusal.version !== version
  const stale = isStale ? (refusal.current as unknown as ParkDocument) : null
  return {
    belowTaken,
    /** The park as somebody else saved it meanwhile. */
    stale,
    fieldErrors: refusal?.errors ?? [],
    problem: error && !belowTaken && refusal?.code !== 'stale' ? errorWords(error) : null,
  }
}
