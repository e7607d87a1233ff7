import { staffPath } from '@/api/dataProvider'
import { formatMomentShort, formatSize } from '@/lib/format'
import { MomentField } from '@/ui/fields/values'
import { Icon } from '@/ui/page/Icon'
import { type AnswerState, kindWords, type Message } from '../message'

interface ThreadProps {
  conversation: number
  messages: readonly Message[]
  answers: readonly AnswerState[]
}

/** What was written on both sides, the oldest first. */
export function Thread({ conversation, messages, answers }: ThreadProps) {
  const states = new Map(answers.map((one) => [one.message_id, one]))
  return (
    <ol className="thread">
      {messages.map((message) => (
        <li key={message.id} className="message" data-direction={message.direction}>
          <Heading message={message} state={states.get(message.id)} />
          <Content message={message} folded={foldedWords(message, states.get(message.id))} />
          <Files conversation={conversation} message={message} />
        </li>
      ))}
    </ol>
  )
}

function Heading({ message, state }: { message: Message; state: AnswerState | undefined }) {
  const isOurs = message.direction === 'out'
  const name = isOurs
    ? (message.author_name ?? 'Voltigo')
    : message.from_name || message.from_address
  return (
    <p className="message-head">
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
        <path className="c-invited" d="M1.6 1.6h16.8v10.8H1.6z" />
        <path className="c-line" d={isOurs ? 'M7 7h7m-3-3l3 3-3 3' : 'M13 7H6m3-3L6 7l3 3'} />
      </svg>
      <b>{name}</b>
      <MomentField at={message.received_at} isShort />
      <span className="message-state muted tiny">
        {state ? stateWords(state) : originWords(message)}
      </span>
    </p>
  )
}

/** Where an answer of ours stands. */
function stateWords(state: AnswerState): string {
  if (state.state === 'sent' && state.sent_at) return `gesendet ${formatMomentShort(state.sent_at)}`
  if (state.state === 'refused') return state.reason ?? 'nicht zugestellt'
  if (state.state === 'withdrawn') return 'zurückgeholt, nicht gesendet'
  if (state.state === 'retrying') return 'noch nicht zugestellt, wird wieder versucht'
  return state.leaves_at ? `geht ${formatMomentShort(state.leaves_at)} hinaus` : ''
}

function originWords(message: Message): string {
  if (message.is_other_address) return 'andere Adresse als hinterlegt'
  return message.origin === 'form' ? 'Kontaktformular' : ''
}

/** Why a message is folded: a program wrote it, or it was taken back. */
function foldedWords({ kind }: Message, state: AnswerState | undefined): string {
  if (state?.state === 'withdrawn') return 'Text zeigen'
  return kind === 'normal' ? '' : `${kindWords(kind)}, zählt nicht als Arbeit`
}

/** The words themselves; what they quote is folded. */
function Content({ message, folded }: { message: Message; folded: string }) {
  if (folded)
    return (
      <details>
        <summary>{folded}</summary>
        <p className="message-text">{message.body_text}</p>
      </details>
    )
  const hasQuote = message.body_text.trim() !== message.reply_text.trim()
  return (
    <>
      <p className="message-text">{message.reply_text}</p>
      {hasQuote && (
        <details>
          <summary>Mit zitiertem Text</summary>
          <p className="message-text muted">{message.body_text}</p>
        </details>
      )}
    </>
  )
}

function Files({ conversation, message }: { conversation: number; message: Message }) {
  if (message.attachments.length === 0) return null
  return (
    <ul className="message-files" aria-label="Dateien">
      {message.attachments.map((file) => (
        <li key={file.id}>
          {file.refused_reason ? (
            <span>
              {file.filename} <small className="due">{file.refused_reason}</small>
            </span>
          ) : (
            <a href={staffPath('conversations', conversation, 'attachments', file.id)} download>
              <Icon name="download" size={14} /> {file.filename}
              <small className="muted">
                {' '}
                {file.content_type.split('/').pop()?.toUpperCase()}, {formatSize(file.size_bytes)}
              </small>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
