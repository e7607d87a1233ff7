import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type Identifier,
  type ListControllerResult,
  type RaRecord,
  useListContext,
} from 'react-admin'
import { dataProvider } from '@/api/dataProvider'
import { type LiveChange, useLiveMessages } from '@/api/live/live'
import type { LiveMessage } from '@/api/live/source'
import { useSession } from '@/session/session'
import { differingColumns, type LiveRows, type RowChange } from './changedRows'

/** How long changes are gathered before their rows are read, in milliseconds. */
const GATHER = 300
/** More changes than this at once are not followed row by row: the list is read again. */
const MOST = 50
const NONE: ReadonlyMap<Identifier, RowChange> = new Map()

type Changes = ReadonlyMap<number, LiveChange>
type Answer = { data: RaRecord[] } | undefined

/**
 * Keeps the shown rows of a list up to date where they stand: none moves, none comes and none goes until
 * the user asks for that. `topic` is how the audit log calls what the list shows.
 */
export function useLiveRows(topic: string | undefined): LiveRows {
  const list = useListContext()
  const [changes, setChanges] = useState(NONE)
  const [added, setAdded] = useState<ReadonlySet<Identifier>>(new Set())
  const forget = useCallback(() => {
    setChanges(NONE)
    setAdded(new Set())
  }, [])
  const listId = idOf(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other changes
  useEffect(forget, [listId])

  const note = useCallback((marks: ReadonlyMap<Identifier, RowChange>, came: Identifier[]) => {
    setChanges((before) => merged(before, marks))
    if (came.length) setAdded((before) => new Set([...before, ...came]))
  }, [])
  useGathered(topic, useFollow(note))

  const { refetch } = list
  const showAdded = useCallback(() => {
    forget()
    refetch()
  }, [forget, refetch])
  return useMemo(() => ({ changes, added: added.size, showAdded }), [changes, added, showAdded])
}

/** Reads changed rows and puts them in the place of the shown ones; tells what others changed, and what came. */
function useFollow(note: (marks: Map<Identifier, RowChange>, came: Identifier[]) => void) {
  const list = useListContext()
  const latest = useRef(list)
  latest.current = list
  const me = useSession()?.account.id
  const client = useQueryClient()
  return useCallback(
    async (changed: Changes) => {
      const asked = latest.current
      const { resource, data = [], filterValues, refetch } = asked
      // Rows on their way may be older than what changed, and none of them is known to be new.
      if (changed.size > MOST || asked.isPending || asked.isPlaceholderData) return refetch()
      const fresh = await rowsOf(resource, { ...filterValues, ids: [...changed.keys()] })
      // Rows carry why their search found them: another search has been sent since, and brings its own.
      if (idOf(latest.current) !== idOf(asked)) return
      const shown = new Map(data.map((row) => [row.id, row]))
      const replaced = new Map(fresh.filter(({ id }) => shown.has(id)).map((row) => [row.id, row]))
      client.setQueriesData<Answer>(
        { queryKey: [resource, 'getList'], type: 'active' },
        (answer) =>
          answer && { ...answer, data: answer.data.map((row) => replaced.get(row.id) ?? row) },
      )
      const marks = new Map<Identifier, RowChange>()
      for (const row of replaced.values()) {
        const change = changed.get(Number(row.id))
        if (change?.by_account !== me) marks.set(row.id, marked(change, shown.get(row.id), row))
      }
      const came = fresh.filter(({ id }) => !shown.has(id) && isNew(changed.get(Number(id))))
      note(
        marks,
        came.map(({ id }) => id),
      )
    },
    [client, me, note],
  )
}

/** Which page of which search, filter and order a list shows. */
const idOf = ({ page, perPage, sort, filterValues }: ListControllerResult) =>
  JSON.stringify([page, perPage, sort, filterValues])

/** The marks of before with the new ones: a column that differed once stays marked. */
function merged(
  before: ReadonlyMap<Identifier, RowChange>,
  marks: ReadonlyMap<Identifier, RowChange>,
): ReadonlyMap<Identifier, RowChange> {
  const next = new Map(before)
  for (const [id, { by, columns }] of marks)
    next.set(id, { by, columns: new Set([...(before.get(id)?.columns ?? []), ...columns]) })
  return next
}

/** Calls `follow` with the changes of a topic, at most every 300 ms; the latest of each row. */
function useGathered(topic: string | undefined, follow: (changed: Changes) => Promise<unknown>) {
  const changed = useRef(new Map<number, LiveChange>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const listen = useCallback(
    (message: LiveMessage) => {
      if (message.type !== 'change' || message.topic !== topic || message.number === null) return
      const isKnownAsNew = isNew(changed.current.get(message.number))
      if (!isKnownAsNew) changed.current.set(message.number, message)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        const found = changed.current
        changed.current = new Map()
        follow(found).catch(() => undefined) // the rows stay as they are; the next look brings them
      }, GATHER)
    },
    [topic, follow],
  )
  useLiveMessages(listen)
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** What puts a row at the top of its list, where the list does not show it yet. */
const NEW = new Set([
  'reservation.reserved',
  'reservation.take_over',
  'conversation.opened',
  'conversation.received',
])
const isNew = (change: LiveChange | undefined) => change !== undefined && NEW.has(change.action)

async function rowsOf(resource: string, filter: Record<string, unknown>): Promise<RaRecord[]> {
  const pagination = { page: 1, perPage: MOST }
  const sort = { field: '', order: 'ASC' as const }
  return (await dataProvider.getList(resource, { pagination, sort, filter })).data
}

/** Who or what changed a row that no colleague changed, by topic. */
const NO_COLLEAGUE: Record<string, string> = { conversation: 'neue Nachricht' }

function marked(
  change: LiveChange | undefined,
  before: RaRecord | undefined,
  after: RaRecord,
): RowChange {
  return {
    by:
      change?.by_name?.split(' ')[0] ?? NO_COLLEAGUE[change?.topic ?? ''] ?? 'Haushalt oder Ablauf',
    columns: differingColumns(before ?? {}, after),
  }
}
