import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { ApiError, errorWords, fieldErrorsOf } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useLeaving } from '@/ui/form/useLeaving'
import { type Schedule, type ScheduleInput, scheduleIn, showPath } from '../schedule'
import type { Next } from './ScheduleEditor'

/**
 * Saves a schedule, sends a proof where one is asked for, and goes to its page. `stale` is what
 * somebody else saved since it was read.
 */
export function useScheduleSave(id: number | null) {
  const call = useCall()
  const queries = useQueryClient()
  const { isLeaving, leaveTo } = useLeaving()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save(input: ScheduleInput, next: Next, version?: number) {
    setRunning(true)
    setError(null)
    try {
      const body = { ...scheduleIn(input), version }
      const params = { path: { schedule_id: id ?? 0 } }
      const saved = await (id === null
        ? call('post', '/api/staff/report-schedules', { body })
        : call('put', '/api/staff/report-schedules/{schedule_id}', { params, body }))
      const words = next === 'test' ? await test(saved.id) : 'Gespeichert.'
      await queries.invalidateQueries({ queryKey: ['report-schedules'] })
      leaveTo(showPath(saved.id))
      notify(words, { type: 'success' })
      return null
    } catch (failure) {
      setError(failure)
      return fieldErrorsOf(failure)
    } finally {
      setRunning(false)
    }
  }

  /** The schedule is saved by then, whatever becomes of the proof. */
  async function test(saved: number): Promise<string> {
    try {
      const params = { path: { schedule_id: saved } }
      await call('post', '/api/staff/report-schedules/{schedule_id}/test', { params })
      return 'Gespeichert. Die Probe wird gerechnet und kommt dann zu Ihnen.'
    } catch (failure) {
      return `Gespeichert, aber ohne Probe: ${errorWords(failure)}`
    }
  }

  const refusal = error instanceof ApiError ? error.problem : null
  const stale = refusal?.code === 'stale' ? (refusal.current as Schedule) : null
  const isField = Object.keys(fieldErrorsOf(error)).length > 0
  return {
    save,
    isRunning,
    isDone: isLeaving,
    stale: stale ?? null,
    problem: error && !stale && !isField ? errorWords(error) : null,
    forget: () => setError(null),
  }
}
