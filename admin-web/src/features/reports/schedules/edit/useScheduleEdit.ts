import { useRef } from 'react'
import { errorWords } from '@/api/problem'
import type { useCall } from '@/api/useCall'
import { useEdit } from '@/ui/form/useEdit'
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
  const reports = useReports().data?.data ?? []
  const next = useRef<Next>('show')
  const edit = useEdit<ScheduleInput | Schedule, Draft, ScheduleInput, Done>({
    kind: scheduleKind(reports),
    start,
    page: `schedule ${page}`,
    keeping: 'memory',
    isWhole: true,
    async save(call, input, { base }) {
      const body = scheduleIn(input)
      const saved = await ('id' in base
        ? call('put', '/api/staff/report-schedules/{schedule_id}', {
            params: { path: { schedule_id: base.id } },
            body: { ...body, version: base.version },
          })
        : call('post', '/api/staff/report-schedules', { body }))
      return {
        id: saved.id,
        words: next.current === 'test' ? await test(call, saved.id) : 'Gespeichert.',
      }
    },
    renews: ['report-schedules'],
    done: ({ words }) => words,
    onSaved: (done) => (done ? showPath(done.id) : undefined),
  })

  /** The schedule is saved by then, whatever becomes of the proof. */
  async function test(call: ReturnType<typeof useCall>, saved: number): Promise<string> {
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
      return Object.keys(edit.problems).length > 0 ? Promise.resolve() : edit.submit()
    },
  }
}

interface Done {
  id: number
  words: string
}
