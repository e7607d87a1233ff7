import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useNotify } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { useStaffChange } from '@/api/useStaffChange'
import { ShapeMark, StateCell } from '@/ui/fields/StateMark'
import { Key } from '@/ui/keys/Key'
import { useShortcut } from '@/ui/keys/useShortcut'
import { CreateLink } from '@/ui/page/CreateLink'
import { Icon } from '@/ui/page/Icon'
import { LiveCell } from '@/ui/page/LiveCell'
import { Page, PageTitle } from '@/ui/page/Page'
import { SearchBox } from '@/ui/page/SearchBox'
import type { ComposerData } from '../composer/useComposer'
import {
  type Conversation,
  conversationPath,
  correspondent,
  neighboursOf,
  STATES,
  waitWords,
} from '../message'
import { Answering } from './Answering'
import { useConversation, useOpenOnes } from './useConversation'
import '@/ui/page/sheets.css'
import '../messages.css'

/** One conversation: what was written, whose it is, and the answer. */
export function ConversationPage() {
  const id = Number(useParams().id)
  const { conversation, composer, error } = useConversation(id)
  if (conversation && composer)
    return <Loaded key={id} conversation={conversation} composer={composer} />
  return (
    <Page title="Nachricht" overline={<Link to="/messages">Posteingang</Link>}>
      {error ? (
        <section className="sheet" role="alert">
          <p>{errorWords(error)}</p>
          <Link to="/messages">Zum Posteingang</Link>
        </section>
      ) : (
        <section className="sheet awaited" aria-busy="true" />
      )}
    </Page>
  )
}

interface LoadedProps {
  conversation: Conversation
  composer: ComposerData
}

function Loaded({ conversation, composer }: LoadedProps) {
  const navigate = useNavigate()
  const waiting = useOpenOnes()
  const order = neighboursOf(
    waiting.map(({ id }) => id),
    conversation.id,
  )
  const go = (id: number | undefined) => id !== undefined && navigate(conversationPath(id))
  return (
    <div className="conversation">
      <ConversationBar {...order} onGo={go} />
      <ConversationHead conversation={conversation} />
      <Answering
        conversation={conversation}
        composer={composer}
        onNext={order.next === undefined ? undefined : () => go(order.next)}
      />
    </div>
  )
}

interface ConversationBarProps {
  previous: number | undefined
  next: number | undefined
  words: string | undefined
  onGo: (id: number | undefined) => void
}

/** The way back, and to the other conversations that wait, by button or `k` and `j`. */
function ConversationBar({ previous, next, words, onGo }: ConversationBarProps) {
  useShortcut('j', () => onGo(next))
  useShortcut('k', () => onGo(previous))
  return (
    <header className="top-bar">
      <p className="way-back">
        <Link to="/messages">Posteingang</Link>
      </p>
      {(words || next !== undefined) && (
        <nav className="conversation-neighbours" aria-label="Weitere Nachrichten">
          <span className="muted tiny">{words}</span>
          <IconButton
            aria-label="Vorherige Nachricht"
            aria-keyshortcuts="k"
            disabled={previous === undefined}
            onClick={() => onGo(previous)}
          >
            <Icon name="back" />
          </IconButton>
          <IconButton
            aria-label="Nächste Nachricht"
            aria-keyshortcuts="j"
            disabled={next === undefined}
            onClick={() => onGo(next)}
          >
            <Icon name="forward" />
          </IconButton>
        </nav>
      )}
      <LiveCell />
      <SearchBox />
      <CreateLink />
    </header>
  )
}

/** Who writes, about what, whose turn it is, and that it is done. */
function ConversationHead({ conversation }: { conversation: Conversation }) {
  const { household, state, last_inbound_at: since } = conversation
  return (
    <section className="conversation-head" aria-label="Auf einen Blick">
      {household && (
        <span className="conversation-spot" aria-hidden="true">
          <StateCell state={household.state} />
        </span>
      )}
      <div className="conversation-who">
        <PageTitle title={correspondent(conversation)} />
        <p className="muted">
          {conversation.subject} <span className="tabular">{conversation.reference}</span>
        </p>
      </div>
      <div className="conversation-does">
        <ShapeMark {...STATES[state]} />
        {state === 'open' && since && (
          <span className="tiny muted">wartet: {waitWords(since)}</span>
        )}
        <Done conversation={conversation} />
      </div>
    </section>
  )
}

/** „Erledigt“, or back again; `e` does it too. */
function Done({ conversation: { id, state } }: { conversation: Conversation }) {
  const { run, isRunning } = useStaffChange('conversations', 'today')
  const notify = useNotify()
  const isClosed = state === 'closed'
  async function press() {
    const done = await run('post', '/api/staff/conversations/{conversation_id}/close', {
      params: { path: { conversation_id: id } },
      body: { is_closed: !isClosed },
    })
    if (done) notify(isClosed ? 'Wieder offen.' : 'Erledigt.', { type: 'success' })
  }
  useShortcut('e', () => void press())
  return (
    <Button variant="outlined" disabled={isRunning} aria-keyshortcuts="e" onClick={press}>
      {isClosed ? 'Wieder aufnehmen' : 'Erledigt'} <Key name="e" />
    </Button>
  )
}
