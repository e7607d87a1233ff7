import { Link, useNavigate, useParams } from 'react-router-dom'
import { errorWords } from '@/api/problem'
import { Page } from '@/ui/page/Page'
import type { ComposerData } from '../composer/useComposer'
import { type Conversation, conversationPath, neighboursOf } from '../message'
import { Answering } from './Answering'
import { ConversationBar } from './ConversationBar'
import { ConversationHead } from './ConversationHead'
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
        <section className="sheet conversation-skeleton" aria-busy="true" />
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
