import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLiveConnection, useLiveMessages } from './live'
import type { LiveMessage } from './source'

/** How long changes are gathered before what they concern is read again, in milliseconds. */
const GATHER = 500

/**
 * What is read again when a row of this kind changed, by the beginnings of query keys. A list of
 * reservations is not among them: its rows would move while they are about to be pressed.
 */
const CONCERNED: Record<string, readonly string[]> = {
  reservation: ['today', 'parks', 'work-lines'],
  reservation_import: ['reservations/imports'],
  park: ['parks', 'today', 'work-lines'],
  mail: ['mails', 'refused-mails', 'work-lines', 'conversations', 'state'],
  contact: ['work-lines'],
  conversation: ['conversations', 'work-lines'],
  mailbox_refusal: ['mailbox'],
  answer_template: ['answer-templates', 'conversations'],
  declaration: ['declarations', 'work-lines'],
  waiting: ['waiting-list', 'work-lines', 'parks'],
  hand_over: ['work-lines'],
  operation_request: ['operation-requests', 'work-lines'],
  work: ['work-lines'],
  alert_rule: ['alert-rules', 'alerts'],
  alert: ['alerts', 'state'],
  cost_arrival: ['costs', 'today'],
}

/** Lists whose shown rows are read one by one (`ui/list/live`); read again as a whole, they would move. */
const FOLLOWED_LISTS = ['reservations/getList', 'conversations/getList']
const isFollowedList = (queryKey: readonly unknown[]) =>
  FOLLOWED_LISTS.includes(queryKey.slice(0, 2).join('/'))

/** Keeps what the open page has read up to date, by what the server says has changed. */
export function useLiveUpdates(): void {
  const client = useQueryClient()
  const concerned = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveConnection()

  const readAgain = useCallback(() => {
    timer.current = undefined
    for (const key of concerned.current)
      client.invalidateQueries({
        queryKey: key.split('/'),
        predicate: ({ queryKey }) => FOLLOWED_LISTS.includes(key) || !isFollowedList(queryKey),
      })
    concerned.current.clear()
  }, [client])

  useLiveMessages(
    useCallback(
      (message: LiveMessage) => {
        for (const key of concernedBy(message)) concerned.current.add(key)
        if (concerned.current.size) timer.current ??= setTimeout(readAgain, GATHER)
      },
      [readAgain],
    ),
  )
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Beginnings of query keys, their parts divided by a slash. */
function concernedBy(message: LiveMessage): string[] {
  if (message.type === 'many')
    return [...new Set(['reservations', ...FOLLOWED_LISTS, ...Object.values(CONCERNED).flat()])]
  if (message.type !== 'change') return []
  const { topic, number } = message
  const keys = [...(CONCERNED[topic] ?? [])]
  if (topic === 'reservation' && number !== null) keys.push(`reservations/${number}`)
  return keys
}
