import { type RefObject, useEffect, useRef } from 'react'
import { useNotify } from 'react-admin'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import { useDraft } from '@/session/draft'
import { UndoNotice } from '@/ui/page/UndoNotice'
import type { Reservation } from '../../types'
import type { FactField } from './fields'

export type FactConflict = Schemas['EditConflictOut']

type Texts = Readonly<Record<string, string>>

/** What is being typed, over which texts of which version. */
interface Typing {
  version: number
  before: Texts
  texts: Texts
}

export type FactEdit = ReturnType<typeof useFact>

/**
 * One fact that is changed where it stands. Only what was typed is sent, over the version it was typed
 * over: a colleague's change of anything else is no obstacle, and one of the same field becomes `conflicts`,
 * while what was typed stays. It waits in memory when the session ends, and is there after the next log-in.
 */
export function useFact(
  record: Reservation,
  fields: readonly FactField[],
  onSaved: (texts: Texts) => void = () => {},
) {
  const { typing, begin, type, end } = useTyping(record, fields)
  const opener = useRef<HTMLButtonElement>(null)
  const { run, isRunning, problem, fieldErrors, refusal, forget } = useStaffChange('reservations')
  const notify = useNotify()
  const stale = refusal?.code === 'stale' ? refusal : null

  function close() {
    forget()
    end()
  }

  const isReturning = useReturn(typing !== null, opener)

  /** Whether it is stored, or nothing was to be. */
  async function save(version?: number): Promise<boolean> {
    if (!typing || isRunning) return false
    const changes = changesOf(typing, fields)
    if (changes.length > 0) {
      const body = { ...Object.fromEntries(changes), version: version ?? typing.version }
      const saved = await run('patch', '/api/staff/reservations/{reservation_id}', {
        params: { path: { reservation_id: record.id } },
        body: body as Schemas['ReservationEditIn'],
      })
      if (!saved) return false
      onSaved(typing.texts)
      notify(<UndoNotice words={savedWords(changes, fields)} operationId={undoOf(saved)} />, {
        autoHideDuration: 10_000,
      })
    }
    close()
    return true
  }

  return {
    ...{ typing, opener, isRunning, fieldErrors, type, save },
    open: begin,
    conflicts: (stale?.conflicts ?? []) as readonly FactConflict[],
    /** What belongs to none of the fields. */
    problem: stale || Object.keys(fieldErrors).length > 0 ? null : problem,
    async saveAndReturn(version?: number) {
      isReturning.current = true
      if (!(await save(version))) isReturning.current = false
    },
    leave() {
      isReturning.current = true
      close()
    },
    /** Mine over what is stored now, which was seen. */
    takeMine() {
      return this.saveAndReturn(stale?.version)
    },
  }
}

/** „Vorname und Nachname gespeichert.“ */
function savedWords(changes: readonly [string, unknown][], fields: readonly FactField[]): string {
  const names = new Set(changes.map(([name]) => name))
  const labels = fields.filter(({ member }) => names.has(member)).map(({ label }) => label)
  return `${labels.join(' und ')} gespeichert.`
}

/** None where what was stored is what stood there before. */
const undoOf = ({ undo }: Reservation): number | null =>
  undo?.name === 'edited' ? undo.operation_id : null

/** What is typed, kept in memory from the first letter on: it is personal. */
function useTyping(record: Reservation, fields: readonly FactField[]) {
  const page = `fact ${record.id} ${fields[0]?.member}`
  const { draft, keep, restart } = useDraft<Typing | null>(page, 'memory', () => null)
  return {
    typing: draft,
    begin() {
      if (draft) return
      const texts = Object.fromEntries(fields.map(({ member, textOf }) => [member, textOf(record)]))
      restart({ version: record.version, before: texts, texts })
    },
    type: (name: string, text: string) =>
      draft && keep({ ...draft, texts: { ...draft.texts, [name]: text } }),
    end: () => restart(null),
  }
}

/** Only what was typed over, as it is sent. */
function changesOf({ before, texts }: Typing, fields: readonly FactField[]): [string, unknown][] {
  const changed = fields.filter(({ member }) => texts[member]?.trim() !== before[member])
  return changed.map(({ member, sendAs }) => {
    const text = texts[member] ?? ''
    return [member, sendAs ? sendAs(text) : text]
  })
}

/**
 * Set it to true, and the focus goes back to the opener as soon as that is there again, unless the user
 * has gone on to another field by then: taking the focus from there would close or save it.
 */
function useReturn(isOpen: boolean, opener: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isReturning = useRef(false)
  useEffect(() => {
    if (isOpen || !isReturning.current) return
    isReturning.current = false
    if (document.activeElement === document.body) opener.current?.focus()
  }, [isOpen, opener])
  return isReturning
}
