import { fireEvent, screen } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLiveUpdates } from '@/api/live/useLiveUpdates'
import { MessageList } from '@/features/messages/list/MessageList'
import type { ConversationRow } from '@/features/messages/message'
import { noteSession } from '@/session/session'
import { renderAt, sessionOf } from '../../screen'
import { callOf } from '../../server'
import { Line } from '../../stream'

const conversation = (id: number, subject: string): ConversationRow => ({
  id,
  reference: `NA-${id}`,
  subject,
  correspondent_name: `Haushalt ${id}`,
  correspondent_email: `haushalt${id}@post.example`,
  household: null,
  is_other_address: false,
  suspected_spam: false,
  belongs_to_none: false,
  state: 'open',
  kind: 'normal',
  direction: 'in',
  excerpt: '',
  message_count: 1,
  attachment_count: 0,
  created_at: '2026-11-20T10:00:00Z',
  last_inbound_at: '2026-11-20T10:00:00Z',
  last_outbound_at: null,
  version: 1,
})

/** What the server has, the newest first. */
let stored: ConversationRow[] = []
/** The addresses that were asked for. */
let asked: string[] = []
/** Answers to questions for single rows, which a test keeps on their way; null where they come at once. */
let held: (() => void)[] | null = null

async function answer(input: Request | string, init?: RequestInit): Promise<Response> {
  const { path } = await callOf(input, init)
  if (!path.startsWith('/api/staff/conversations')) return Response.json({})
  asked.push(path)
  const ids = new URLSearchParams(path.split('?')[1]).getAll('ids').map(Number)
  const data = ids.length ? stored.filter(({ id }) => ids.includes(id)) : stored
  const response = Response.json({ data, has_next: false, total: data.length })
  if (ids.length && held) await new Promise<void>((release) => held?.push(release))
  return response
}

function LiveInbox() {
  useLiveUpdates()
  return (
    <>
      <Link to={`/messages?filter=${encodeURIComponent('{"state":"open"}')}`}>Nur offene</Link>
      <MessageList />
    </>
  )
}

beforeEach(() => {
  noteSession(sessionOf('staff'))
  asked = []
  held = null
  stored = [conversation(2, 'Abrechnung'), conversation(1, 'Umzug')]
  vi.stubGlobal('EventSource', Line)
  vi.stubGlobal('fetch', answer)
})
const subjects = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => /Abrechnung|Umzug|Zählerstand|Rate/.exec(row.textContent ?? '')?.[0])

function say(number: number, action: string, by: { account: number; name: string } | null = null) {
  Line.all.at(-1)?.say({
    type: 'change',
    id: number,
    topic: 'conversation',
    number,
    action,
    by_account: by?.account ?? null,
    by_name: by?.name ?? null,
    at: '2026-11-25T10:00:00Z',
  })
}

test('a changed conversation is marked where it stands, and a new one waits for a press of the key', async () => {
  renderAt('/messages', { '/messages': <LiveInbox /> })
  await screen.findByText('Umzug')

  const at = '2026-11-25T10:00:00Z'
  stored = [{ ...conversation(1, 'Umzug'), last_inbound_at: at }, conversation(2, 'Abrechnung')]
  say(1, 'conversation.received')
  await screen.findByText('gerade, neue Nachricht')
  expect(subjects()).toEqual(['Abrechnung', 'Umzug'])
  expect(screen.queryByRole('button', { name: /neue oben zeigen/ })).toBeNull()

  stored = [
    conversation(3, 'Zählerstand'),
    { ...conversation(1, 'Umzug'), state: 'closed' },
    conversation(2, 'Abrechnung'),
  ]
  say(1, 'conversation.closed', { account: 2, name: 'Jonas Reiter' })
  say(3, 'conversation.opened')
  await screen.findByText('gerade, Jonas')
  await screen.findByRole('button', { name: '1 neue oben zeigen' })
  expect(subjects()).toEqual(['Abrechnung', 'Umzug'])
  expect(screen.getByText('Erledigt')).toBeTruthy()
  expect(asked.filter((path) => !path.includes('ids='))).toHaveLength(1)

  fireEvent.keyDown(document.body, { key: '.' })
  await screen.findByText('Zählerstand')
  expect(subjects()).toEqual(['Zählerstand', 'Umzug', 'Abrechnung'])
  expect(screen.queryByText('gerade, Jonas')).toBeNull()
})

test('rows read for one list are not put into another that was asked for meanwhile', async () => {
  renderAt('/messages', { '/messages': <LiveInbox /> })
  await screen.findByText('Umzug')

  held = []
  stored = [conversation(2, 'Abrechnung'), conversation(1, 'Rate')]
  say(1, 'conversation.closed')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  stored = [conversation(1, 'Zählerstand')]
  fireEvent.click(screen.getByText('Nur offene'))
  await screen.findByText('Zählerstand')

  const releases = held
  held = null
  for (const release of releases) release()
  stored = [conversation(3, 'Umzug')]
  say(3, 'conversation.opened')
  await screen.findByRole('button', { name: '1 neue oben zeigen' })
  expect(subjects()).toEqual(['Zählerstand'])
  expect(screen.queryByText(/^gerade/)).toBeNull()
})
