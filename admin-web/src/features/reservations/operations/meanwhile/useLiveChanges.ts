import { useCallback, useState } from 'react'
import { type LiveChange, useLiveMessages } from '@/api/live/live'
import type { LiveMessage } from '@/api/live/source'
import { useSession } from '@/session/session'

/**
 * What others change of these reservations while a dialog about them is open, the latest of each actor and
 * action. `onChange` follows every change, one's own in another tab too, and whatever the stream did not name.
 */
export function useLiveChanges(ids: readonly number[], onChange: () => void): LiveChange[] {
  const [changes, setChanges] = useState<LiveChange[]>([])
  const me = useSession()?.account.id
  const wanted = ids.join()
  const listen = useCallback(
    (message: LiveMessage) => {
      if (message.type === 'many') onChange()
      if (message.type !== 'change' || message.topic !== 'reservation') return
      if (!wanted.split(',').includes(String(message.number))) return
      onChange()
      if (message.by_account === null || message.by_account !== me)
        setChanges((before) => [...before.filter((one) => !isAlike(one, message)), message])
    },
    [wanted, me, onChange],
  )
  useLiveMessages(listen)
  return changes
}

const isAlike = (one: LiveChange, other: LiveChange): boolean =>
  one.action === other.action && one.by_account === other.by_account
