import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStaffQuery } from '@/api/useStaffQuery'
import type { ComposerData, ComposerState } from '@/features/messages/composer/useComposer'
import type { FilesState } from '@/features/messages/files/useFiles'
import type { Conversation } from '@/features/messages/message'
import { useReply } from '@/features/messages/show/Answering'
import { useAnswer } from '@/features/messages/show/useAnswer'
import { renderAt } from '../../screen'
import { callOf } from '../../server'

test('what has been sent is gone from the composer before the page has read it again', async () => {
  let begun = 0
  let release = () => {}
  let isHeld = false
  globalThis.fetch = async (input, init) => {
    const { path } = await callOf(input as Request, init)
    if (isHeld && !path.endsWith('/answers')) await new Promise<void>((go) => (release = go))
    return Response.json({ data: [], has_next: false, total: 0 })
  }
  const draft = { subject: '', text: 'Guten Tag', key: 'k', sendAt: '' }
  const state = { draft, begin: () => void begun++ } as unknown as ComposerState
  const files = { files: [], begin: () => undefined } as unknown as FilesState

  function Page() {
    useStaffQuery('/api/staff/conversations', { params: { query: {} } })
    const { send, isRunning } = useAnswer({ id: 1, version: 1 } as Conversation, state, files)
    return (
      <button type="button" onClick={send}>
        {isRunning ? 'unterwegs' : 'Senden'}
      </button>
    )
  }
  renderAt('/', { '/': <Page /> })
  await screen.findByText('Senden')
  isHeld = true
  fireEvent.click(screen.getByText('Senden'))
  await waitFor(() => expect(begun).toBe(1))
  expect(screen.getByText('unterwegs')).toBeTruthy()
  release()
  await screen.findByText('Senden')
})

test('an answer can be taken back once its text is here, not before', () => {
  const answer = { message_id: 7, state: 'waiting', leaves_at: '2026-11-03T10:00:00Z' }
  const composer = { subject: '', version: 1, problem: null, answers: [answer], templates: [] }
  const shown = (messages: { id: number }[]) => {
    function Page() {
      const conversation = { id: 1, version: 1, messages } as Conversation
      return <p>{useReply(conversation, composer as unknown as ComposerData).waits?.message_id}</p>
    }
    const { container, unmount } = renderAt('/', { '/': <Page /> })
    const text = container.querySelector('p')?.textContent
    unmount()
    return text
  }
  expect(shown([{ id: 6 }])).toBe('')
  expect(shown([{ id: 6 }, { id: 7 }])).toBe('7')
})
