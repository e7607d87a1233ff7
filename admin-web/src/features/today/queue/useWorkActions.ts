import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { dayWithWeekday } from '@/lib/days'
import { type LastChange, type Line, placeOf } from './work'

type Place = Pick<Line, 'kind' | 'subject_id' | 'version'>
type Person = Schemas['PersonOut']

/** What people do with a line. One at a time; the last one can be taken back, and what is refused is told. */
export function useWorkActions() {
  const { send, isRunning } = useSending()
  const [last, setLast] = useState<LastChange | null>(null)

  async function change(line: Place, words: string, ...request: Request): Promise<boolean> {
    const done = await send(line, ...request)
    if (done) setLast({ ...line, version: done.version, words, canUndo: done.can_undo })
    return done !== null
  }

  return {
    isRunning,
    last,
    assign: (line: Line, person: Person | null) =>
      change(placeOf(line), `${line.title}: ${person ? `bei ${person.name}` : 'frei'}`, 'assign', {
        assignee_id: person?.id ?? null,
      }),
    snooze: (line: Line, until: string | null) =>
      change(
        placeOf(line),
        `${line.title}: ${until ? `ab ${dayWithWeekday(until)}` : 'wieder da'}`,
        'snooze',
        { until },
      ),
    finish: (line: Line) => change(placeOf(line), doneWords(line), 'done', {}),
    /** A form has ended it. */
    finished: (line: Line, { version, can_undo }: Schemas['WorkDoneOut']) =>
      setLast({ ...placeOf(line), version, words: doneWords(line), canUndo: can_undo }),
    undo: async () => last?.canUndo && change(last, `Zurückgenommen: ${last.words}`, 'undo', {}),
  }
}

const doneWords = ({ verb, title }: Line) => `Erledigt: ${verb}, ${title}`

type Request =
  | ['assign', { assignee_id: number | null }]
  | ['snooze', { until: string | null }]
  | ['done' | 'undo', object]

/** Sends one change and reads the queue again, whatever came of it. */
function useSending() {
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isRunning, setRunning] = useState(false)

  async function send({ kind, subject_id, version }: Place, ...[verb, more]: Request) {
    if (isRunning) return null
    setRunning(true)
    try {
      return await call('post', `/api/staff/work-lines/{kind}/{subject_id}/${verb}`, {
        params: { path: { kind, subject_id } },
        body: { version, ...more },
      })
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: ['work-lines'] })
      setRunning(false)
    }
  }

  return { send, isRunning }
}
