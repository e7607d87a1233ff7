import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { errorWords } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { dayWithWeekday } from '@/lib/days'
import { keyOf, type LastChange, type Line, placeOf } from './work'

type Place = Pick<Line, 'kind' | 'subject_id' | 'version'>
type Person = Schemas['PersonOut']

/** Assigning, postponing and finishing a line. The last change can be undone; a refusal is shown. */
export function useWorkActions() {
  const { inTurn, post, isRunning } = useTurns()
  const [last, setLast] = useState<LastChange | null>(null)
  /** Beside the state, as an undo that waits for its turn takes back what was done before it. */
  const newest = useRef<LastChange | null>(null)

  function tell(change: LastChange) {
    newest.current = change
    setLast(change)
  }

  async function change(place: Place, words: string, ...request: Request): Promise<boolean> {
    const done = await post(place, ...request)
    if (done) tell({ ...place, version: done.version, words, canUndo: done.can_undo })
    return done !== null
  }

  const begin = (line: Line, words: string, ...request: Request) =>
    inTurn(`${request[0]} ${keyOf(line)}`, () => change(placeOf(line), words, ...request))

  return {
    isRunning,
    last,
    assign: (line: Line, person: Person | null) =>
      begin(line, `${line.title}: ${person ? `bei ${person.name}` : 'frei'}`, 'assign', {
        assignee_id: person?.id ?? null,
      }),
    snooze: (line: Line, until: string | null) =>
      begin(
        line,
        `${line.title}: ${until ? `ab ${dayWithWeekday(until)}` : 'wieder da'}`,
        'snooze',
        {
          until,
        },
      ),
    finish: (line: Line) => begin(line, doneWords(line), 'done', {}),
    /** A form has ended it. */
    finished: (line: Line, { version, can_undo }: Schemas['WorkDoneOut']) =>
      tell({ ...placeOf(line), version, words: doneWords(line), canUndo: can_undo }),
    undo: () =>
      inTurn('undo', async () => {
        const made = newest.current
        return made?.canUndo ? change(made, `Zurückgenommen: ${made.words}`, 'undo', {}) : false
      }),
  }
}

const doneWords = ({ verb, title }: Line) => `Erledigt: ${verb}, ${title}`

type Request =
  | ['assign', { assignee_id: number | null }]
  | ['snooze', { until: string | null }]
  | ['done' | 'undo', object]

/**
 * Changes go out one after the other, in the order of the keys, and the queue is read again after each: whoever is
 * faster than the server loses no key. The same one pressed twice counts once.
 */
function useTurns() {
  const call = useCall()
  const queries = useQueryClient()
  const notify = useNotify()
  const asked = useRef(new Map<string, Promise<boolean>>())
  const versions = useRef(new Map<string, number>())
  const [isRunning, setRunning] = useState(false)

  async function inTurn(name: string, task: () => Promise<boolean>): Promise<boolean> {
    if (asked.current.has(name)) return false
    const turn = Promise.all(asked.current.values()).then(task)
    asked.current.set(name, turn)
    setRunning(true)
    try {
      return await turn
    } finally {
      asked.current.delete(name)
      setRunning(asked.current.size > 0)
    }
  }

  async function post(place: Place, ...[verb, more]: Request) {
    const { kind, subject_id } = place
    // A key that waited was pressed over the line as it was before the one ahead of it.
    const version = Math.max(place.version, versions.current.get(keyOf(place)) ?? 0)
    try {
      const done = await call('post', `/api/staff/work-lines/{kind}/{subject_id}/${verb}`, {
        params: { path: { kind, subject_id } },
        body: { version, ...more },
      })
      versions.current.set(keyOf(place), done.version)
      return done
    } catch (error) {
      notify(errorWords(error), { type: 'error' })
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: ['work-lines'] })
    }
  }

  return { inTurn, post, isRunning }
}
