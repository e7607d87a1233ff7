import { useEffect, useMemo, useState } from 'react'
import type { Topic } from '@/features/help/topic'
import type { Role } from '@/session/session'
import { helpGroups } from '../help/helpGroups'
import { type HelpHit, helpFor } from './help'

/** Help for what is typed, as far as a role reads it; nothing until the first search has fetched its words. */
export function useHelpHits(typed: string, role: Role): HelpHit[] {
  const topics = useTopics(typed !== '', role)
  return useMemo(() => helpFor(typed, topics), [typed, topics])
}

function useTopics(isWanted: boolean, role: Role): readonly Topic[] {
  const [topics, setTopics] = useState<readonly Topic[]>([])
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const read = async () => {
      const { topicsFor } = await import('@/features/help/groups')
      if (isCurrent) setTopics(topicsFor(helpGroups(role)))
    }
    // Without the words the palette lacks its help and nothing else.
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [isWanted, role])
  return topics
}
