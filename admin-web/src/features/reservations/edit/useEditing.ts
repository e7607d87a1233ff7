import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { ApiError } from '@/api/problem'
import { useCall } from '@/api/useCall'
import { useSession } from '@/session/session'
import { useLeaving } from '@/ui/form/useLeaving'
import { showPath } from '../list/columns'
import type { Reservation } from '../types'
import {
  changesOf,
  type Draft,
  type EditableField,
  forgetDraft,
  keepDraft,
  keptDraft,
  typed,
} from './draft'

/**
 * The state of an edit: what was typed over which version. Nothing is lost by leaving, by the end of
 * the session or by a newer version; `newer` is that version when the server refused a stale save.
 */
export function useEditing(record: Reservation) {
  const account = useSession()?.account.id ?? 0
  const [before] = useState(() => keptDraft(account, record.id))
  const [base, setBase] = useState(before?.base ?? record)
  const [draft, setDraft] = useState<Draft>(before?.draft ?? {})
  const [newer, setNewer] = useState<Reservation>()
  const leave = useLeave(record.id)

  function remember(next: Draft, over = base) {
    setDraft(next)
    keepDraft(account, { draft: next, base: over, at: Date.now() })
  }
  const save = useSave(record.id, {
    onDone: () => {
      forgetDraft(account, record.id)
      setDraft({})
      leave()
    },
    onStale: setNewer,
  })

  return {
    base,
    draft,
    newer,
    save,
    isKept: before !== undefined,
    type: (field: EditableField, text: string, stored?: string) =>
      remember(typed(base, draft, field, text, stored)),
    submit: () => save.mutate({ draft, version: base.version }),
    /** Saves what is left of the draft over the newer version. */
    settle(left: Draft, over: Reservation) {
      setBase(over)
      setNewer(undefined)
      remember(left, over)
      save.mutate({ draft: left, version: over.version })
    },
    discard() {
      forgetDraft(account, record.id)
      setDraft({})
      setBase(record)
      setNewer(undefined)
      save.reset()
    },
  }
}

function useLeave(id: number) {
  const { leaveTo } = useLeaving()
  const refresh = useRefresh()
  const notify = useNotify()
  return () => {
    refresh()
    notify('Gespeichert.', { type: 'success' })
    leaveTo(showPath({ id }))
  }
}

interface SaveEvents {
  onDone: () => void
  onStale: (current: Reservation) => void
}

function useSave(id: number, { onDone, onStale }: SaveEvents) {
  const call = useCall()
  return useMutation({
    mutationFn: ({ draft, version }: { draft: Draft; version: number }) =>
      Object.keys(draft).length === 0
        ? Promise.resolve(undefined)
        : call('patch', '/api/staff/reservations/{reservation_id}', {
            params: { path: { reservation_id: id } },
            body: { ...changesOf(draft), version },
          }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stale' && error.problem.current)
        onStale(error.problem.current as Reservation)
    },
  })
}
