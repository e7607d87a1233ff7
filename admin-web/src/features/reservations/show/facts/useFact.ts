import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Schemas } from '@/api/operations'
import { useStaffChange } from '@/api/useStaffChange'
import type { Reservation } from '../../types'
import type { FactField } from './fields'

export type FactConflict = Schemas['EditConflictOut']

type Texts = Readonly<Record<string, string>>

/** What is being typed, and the record it is typed over. */
interface Typing {
  base: Reservation
  texts: Texts
}

export type FactEdit = ReturnType<typeof useFact>

/**
 * One fact that is changed where it stands. Only what was typed is sent, over the version it was typed
 * over: a colleague's change of anything else is no obstacle, and one of the same field becomes `conflicts`,
 * while what was typed stays.
 */
export function useFact(record: Reservation, fields: readonly FactField[]) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { run, isRunning, problem, fieldErrors, refusal, forget } = useStaffChange('reservations')
  const stale = refusal?.code === 'stale' ? refusal : null

  const textsOf = (document: Reservation): Texts =>
    Object.fromEntries(fields.map(({ member, textOf }) => [member, textOf(document)]))

  function open() {
    setTyping({ base: record, texts: textsOf(record) })
  }

  function close() {
    forget()
    setTyping(null)
  }

  const isReturning = useReturn(typing !== null, opener)

  function changesOf({ base, texts }: Typing): [string, string][] {
    const before = textsOf(base)
    return Object.entries(texts).filter(([name, text]) => text.trim() !== before[name])
  }

  /** Whether it is stored, or nothing was to be. */
  async function save(version?: number): Promise<boolean> {
    if (!typing || isRunning) return false
    const changes = changesOf(typing)
    if (changes.length > 0) {
      const body = { ...Object.fromEntries(changes), version: version ?? typing.base.version }
      const saved = await run('patch', '/api/staff/reservations/{reservation_id}', {
        params: { path: { reservation_id: record.id } },
        body: body as Schemas['ReservationEditIn'],
      })
      if (!saved) return false
    }
    close()
    return true
  }

  return {
    ...{ typing, opener, isRunning, fieldErrors, open, save },
    conflicts: (stale?.conflicts ?? []) as readonly FactConflict[],
    /** What belongs to none of the fields. */
    problem: stale || Object.keys(fieldErrors).length > 0 ? null : problem,
    type: (name: string, text: string) =>
      setTyping((now) => now && { ...now, texts: { ...now.texts, [name]: text } }),
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

/** Set it to true, and the focus goes back to the opener as soon as that is there again. */
function useReturn(isOpen: boolean, opener: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isReturning = useRef(false)
  useEffect(() => {
    if (isOpen || !isReturning.current) return
    isReturning.current = false
    opener.current?.focus()
  }, [isOpen, opener])
  return isReturning
}
