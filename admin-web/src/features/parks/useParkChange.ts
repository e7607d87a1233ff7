import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useNotify } from 'react-admin'
import { type ConsoleDataProvider, changedFields } from '@/api/dataProvider'
import { ApiError, errorWords } from '@/api/problem'
import type { Park } from '@/ui/park/capacity'
import type { ParkDocument } from './park'

/** What the server answers when a limit lies below what is taken. */
export interface BelowTaken {
  field: 'spot_limit' | 'kwh_limit'
  /** The highest number that is taken, or the kWh. */
  taken: number
  limit: number
}

type Values = Record<string, string | number | boolean | null>

/** Saves what differs from the park as it was read; `onSaved` once the server has it. */
export function useParkChange(park: Park, onSaved: () => void) {
  const { call } = useDataProvider<ConsoleDataProvider>()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save(values: Values, version = park.version) {
    const changes = changedFields(values, { ...park })
    if (Object.keys(changes).every((name) => name === 'reason' || name === 'allow_overbooking'))
      return onSaved()
    setSaving(true)
    setError(null)
    try {
      await call('PATCH', `parks/${encodeURIComponent(park.id)}`, { ...changes, version })
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
