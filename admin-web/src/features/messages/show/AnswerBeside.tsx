import { errorWords } from '@/api/problem'
import type { ComposerData } from '../composer/useComposer'
import type { Conversation } from '../message'
import { Reply, ReplyTemplates, useReply } from './Answering'
import { useConversation } from './useConversation'
import '../messages.css'

interface AnswerBesideProps {
  conversation: number
  onNext: () => void
}

/** The reply to a message in the pane of „Heute“, which shows the message. */
export function AnswerBeside({ conversation: id, onNext }: AnswerBesideProps) {
  const { conversation, composer, error } = useConversation(id)
  if (conversation && composer) return <Loaded key={id} {...{ conversation, composer, onNext }} />
  if (error) return <p role="alert">{errorWords(error)}</p>
  return <section className="awaited" aria-busy="true" />
}

interface LoadedProps {
  conversation: Conversation
  composer: ComposerData
  onNext: () => void
}

/** Who asks to answer writes at once. */
function Loaded(props: LoadedProps) {
  const reply = useReply(props.conversation, props.composer, true)
  return (
    <div className="answer-beside">
      <Reply {...props} reply={reply} nextWords="Nächste Aufgabe" />
      <ReplyTemplates {...props} reply={reply} />
    </div>
  )
}
