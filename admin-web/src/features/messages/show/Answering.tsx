import { useEffect, useRef, useState } from 'react'
import { Composer } from '../composer/Composer'
import { SendWindow } from '../composer/SendWindow'
import { TemplateChoice } from '../composer/TemplateChoice'
import { type ComposerData, useComposer } from '../composer/useComposer'
import { useFiles } from '../files/useFiles'
import type { AnswerState, Conversation } from '../message'
import { ConversationSide } from './ConversationSide'
import { Thread } from './Thread'
import { useAnswer } from './useAnswer'

interface AnsweringProps {
  conversation: Conversation
  composer: ComposerData
  onNext: (() => void) | undefined
}

/** The messages, and below them the composer, or the answer on its way out. */
export function Answering(props: AnsweringProps) {
  const { conversation, composer } = props
  const reply = useReply(conversation, composer)
  return (
    <div className="conversation-body">
      <div className="conversation-talk">
        <ThreadPane conversation={conversation} answers={composer.answers} />
        <Reply {...props} reply={reply} />
      </div>
      <ConversationSide conversation={conversation}>
        <ReplyTemplates {...props} reply={reply} />
      </ConversationSide>
    </div>
  )
}

/** What is being written in answer, and the latest answer that has not left. Whoever asks to write does so at once. */
export function useReply(conversation: Conversation, composer: ComposerData, isAsked = false) {
  const state = useComposer(`answer ${conversation.id}`, composer)
  const of = { kind: 'conversation', id: conversation.id } as const
  const files = useFiles(`answer ${conversation.id}`, of)
  const answer = useAnswer(conversation, state, files)
  const [isWriting, setWriting] = useState(false)
  const [isWanted, setWanted] = useState(isAsked)
  const waits = lastWaiting(composer.answers, conversation.messages)
  const isWritten = !composer.problem && (!waits || isWriting || !state.isEmpty)
  async function send() {
    if (await answer.send()) setWriting(false)
  }
  function further() {
    setWanted(true)
    setWriting(true)
  }
  function takeBack(id: number) {
    setWanted(true)
    void answer.withdraw(id)
  }
  return { state, of, files, answer, waits, isWritten, isWanted, send, further, takeBack }
}

interface ReplyProps extends AnsweringProps {
  reply: ReturnType<typeof useReply>
  /** What comes next, where that is no message. */
  nextWords?: string
}

/** The composer, or the answer on its way out with the way back. */
export function Reply({ conversation, composer, reply, onNext, nextWords }: ReplyProps) {
  const { state, of, files, answer, waits, isWritten } = reply
  return (
    <>
      {waits && (
        <SendWindow
          answer={waits}
          minutes={composer.window_minutes}
          isRunning={answer.isRunning}
          problem={isWritten ? null : answer.problem}
          onWithdraw={() => reply.takeBack(waits.message_id)}
          onHasten={() => answer.hasten(waits.message_id)}
          onFurther={isWritten ? undefined : reply.further}
          onNext={isWritten ? undefined : onNext}
          nextWords={nextWords}
        />
      )}
      {composer.problem && <p className="composer">{composer.problem}</p>}
      {isWritten && (
        <Composer
          data={composer}
          state={state}
          files={files}
          of={of}
          isWanted={reply.isWanted}
          note={<Caution conversation={conversation} />}
          onSend={reply.send}
          {...answer}
        />
      )}
    </>
  )
}

/** The templates, while there is a text to put them into. */
export const ReplyTemplates = ({ composer, reply }: ReplyProps) =>
  reply.isWritten && <TemplateChoice templates={composer.templates} state={reply.state} />

/** The messages; it begins at the last of them. */
function ThreadPane({ conversation, answers }: ThreadPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const count = conversation.messages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further message is what is looked at
  useEffect(() => {
    pane.current?.scrollTo({ top: pane.current.scrollHeight })
  }, [count])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className="thread-scroll" ref={pane} tabIndex={0} aria-label="Verlauf">
      <Thread conversation={conversation.id} messages={conversation.messages} answers={answers} />
    </section>
  )
}

interface ThreadPaneProps {
  conversation: Conversation
  answers: readonly AnswerState[]
}

/**
 * The latest answer that has not left. Answers and messages are read apart: one whose message is not here yet could be
 * taken back only without its text.
 */
const lastWaiting = (answers: readonly AnswerState[], messages: Conversation['messages']) =>
  answers.findLast(
    (one): one is AnswerState & { leaves_at: string } =>
      one.state === 'waiting' &&
      one.leaves_at !== null &&
      messages.some(({ id }) => id === one.message_id),
  )

/** Before the clerk answers a program, or an unknown address. */
function Caution({ conversation }: { conversation: Conversation }) {
  const last = conversation.messages.findLast(({ direction }) => direction === 'in')
  if (conversation.is_other_address)
    return <span className="due tiny">Andere Adresse als hinterlegt: Nennen Sie keine Daten.</span>
  if (last && last.kind !== 'normal')
    return <span className="due tiny">Die letzte Nachricht schrieb ein Programm.</span>
  return null
}
