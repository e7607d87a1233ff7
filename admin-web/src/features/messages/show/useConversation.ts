import { useStore } from 'react-admin'
import { useStaffQuery } from '@/api/useStaffQuery'

/** How often the state of an answer that waits is looked at, in milliseconds. */
const WHILE_WAITING = 15_000

/** A conversation with what is needed to answer it. */
export function useConversation(id: number) {
  const params = { path: { conversation_id: id } }
  const conversation = useStaffQuery('/api/staff/conversations/{conversation_id}', { params })
  const composer = useStaffQuery('/api/staff/conversations/{conversation_id}/composer', {
    params,
    refetchEvery: (answer) => answer?.answers.some((one) => one.can_withdraw) && WHILE_WAITING,
  })
  return {
    conversation: conversation.data,
    composer: composer.data,
    error: conversation.error ?? composer.error,
    refetch: () => Promise.all([conversation.refetch(), composer.refetch()]),
  }
}

/** The conversations that wait for an answer, in the order of the list as it was shown last. */
export function useOpenOnes() {
  const [list] = useStore<{ order?: string }>('conversations.listParams', {})
  const { data } = useStaffQuery('/api/staff/conversations', {
    params: {
      query: { state: 'open', order: list.order === 'ASC' ? 'asc' : 'desc', per_page: 100 },
    },
  })
  return data?.data ?? []
}
