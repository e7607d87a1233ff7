import { useRef } from 'react'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useVersionedSave } from '@/ui/form/useVersionedSave'
import { type Schedule, type ScheduleInput, scheduleIn, showPath } from '../schedule'
import { useReports } from '../useReports'
import { scheduleKind } from './kind'
import type { Draft } from './typed'

/** What becomes of a saved form. */
export type Next = 'show' | 'test'

export type ScheduleEditing = ReturnType<typeof useScheduleEdit>

/**
 * A schedule while it is edited, or a new one that begins with values. Drafts hold addresses of people,
 * so they wait in memory only.
 */
export function useScheduleEdit(page: string, start: ScheduleInput | Schedule) {
  const call = useCall()
  const reports = useReports().data?.data ?? []
  const next = useRef<Next>('show')
  const edit = useVersionedSave<ScheduleInput | Schedule, Draft, ScheduleInput, Done>(
    scheduleKind(reports),
    start,
    {
      page: `schedule ${page}`,
      keeping: 'memory',
      isWhole: true,
      renews: ['report-schedules'],
      async save(_, base, input) {
        const body = scheduleIn(input)
        const saved = await ('id' in base
          ? call('put', '/api/staff/report-schedules/{schedule_id}', {
              params: { path: { schedule_id: base.id } },
              body: { ...body, version: base.version },
            })
          : call('post', '/api/staff/report-schedules', { body }))
        return {
          id: saved.id,
          words: next.current === 'test' ? await test(saved.id) : 'Gespeichert.',
        }
      },
      onSaved: (done) => done && { path: showPath(done.id), words: done.words },
    },
  )

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
  return {
    ...edit,
    isNew: !('id' in start),
    submitTo(what: Next) {
      next.current = what
      return edit.submit()
    },
  }
}

interface Done {
  id: number
  words: string
}
