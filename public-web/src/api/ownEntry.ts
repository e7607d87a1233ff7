import { type Answer, read } from './ask'
import type { components } from './schema'

export type Entry = components['schemas']['EntryOut']

/** The entry of this browser's session; null without one. */
export async function ownEntry(): Promise<Answer<Entry | null>> {
  const answer = await read<components['schemas']['OwnEntryOut']>('/api/waiting-list/entry')
  return answer.kind === 'done' ? { kind: 'done', found: answer.found.entry } : answer
}
