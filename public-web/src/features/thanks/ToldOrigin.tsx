import './toldOrigin.css'
import { useRef, useState } from 'react'
import { RichText } from '@/components/RichText'
import { toldOriginText as text } from '@/content/de/toldOrigin'
import { OwnWords } from './OwnWords'
import { type ToldOriginState, useToldOrigin } from './useToldOrigin'

const TITLE = 'auf-uns-aufmerksam'

export interface ToldOriginProps {
  /** The key the reservation was made with. */
  secret: string
}

/** How the household heard of us: asked last, saved by one tap, and to be changed or taken back. */
export function ToldOrigin({ secret }: ToldOriginProps) {
  const told = useToldOrigin(secret)
  const [isChanging, setChanging] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { question } = told
  const isOpen = question !== null && (question.state === 'open' || isChanging)

  // What was pressed is gone with the answer: the keyboard goes on at the heading.
  function settle(isSettled: boolean, isNowChanging = false) {
    if (!isSettled) return
    setChanging(isNowChanging)
    heading.current?.focus()
  }

  if (!question) return null
  return (
    <section className="told" aria-labelledby={TITLE}>
      <h2 id={TITLE} ref={heading} tabIndex={-1}>
        {text.question}
      </h2>
      {isOpen ? (
        <Answers told={told} onDone={settle} onKeep={isChanging ? () => settle(true) : undefined} />
      ) : (
        <Answered told={told} onDone={settle} />
      )}
      <details className="small">
        <summary>{text.more}</summary>
        <p className="quiet">
          <RichText text={text.notice} />
        </p>
      </details>
    </section>
  )
}

interface PartProps {
  told: ToldOriginState
  onDone: (isSettled: boolean, isNowChanging?: boolean) => void
}

function Answers({ told, onDone, onKeep }: PartProps & { onKeep: (() => void) | undefined }) {
  const { question, pending } = told
  const [isTyping, setTyping] = useState(
    question?.answer === 'other' || pending?.answer === 'other',
  )
  const chosen = pending?.answer ?? (isTyping ? 'other' : question?.answer)
  return (
    <>
      <p className="small quiet">{text.intro}</p>
      <div className="told__cells">
        {question?.choices.map((answer) => (
          <button
            key={answer}
            type="button"
            className="told__cell"
            aria-pressed={answer === chosen}
            aria-expanded={answer === 'other' ? isTyping : undefined}
            onClick={async () => {
              setTyping(answer === 'other')
              if (answer !== 'other') onDone(await told.tell(answer))
            }}
          >
            {text.answers[answer]}
          </button>
        ))}
      </div>
      {isTyping ? (
        <OwnWords
          isFailed={told.isFailed}
          fault={told.fault}
          known={pending?.text ?? question?.text ?? ''}
          onSave={async (words) => onDone(await told.tell('other', words))}
          onCancel={() => setTyping(false)}
        />
      ) : (
        <Failure told={told} onDone={onDone} />
      )}
      {onKeep && (
        <button type="button" className="told__quiet" onClick={onKeep}>
          {text.keep}
        </button>
      )}
    </>
  )
}

/** What was not saved, and one press to try it again. */
function Failure({ told, onDone }: PartProps) {
  const { isFailed, pending } = told
  if (!isFailed || !pending) return null
  return (
    <div role="alert" className="told__failure">
      <p>{text.failed(text.answers[pending.answer])}</p>
      <button
        type="button"
        className="button button--line button--small"
        onClick={async () => onDone(await told.tell(pending.answer, pending.text))}
      >
        {text.retry}
      </button>
    </div>
  )
}

function Answered({ told, onDone }: PartProps) {
  const { question, isFailed } = told
  const answer = question?.answer
  const change = (
    <button type="button" className="told__quiet" onClick={() => onDone(true, true)}>
      {answer ? text.change : text.again}
    </button>
  )
  if (!answer) {
    return (
      <div className="told__ways">
        <p role="status">{text.withdrawn}</p>
        {change}
      </div>
    )
  }
  return (
    <>
      <p role="status">
        {text.thanks} {text.given}
      </p>
      <p className="told__given">{question.text || text.answers[answer]}</p>
      <div className="told__ways">
        {change}
        <button
          type="button"
          className="told__quiet"
          onClick={async () => onDone(await told.withdraw())}
        >
          {text.withdraw}
        </button>
      </div>
      {isFailed && (
        <p role="alert" className="told__failure">
          {text.withdrawalFailed}
        </p>
      )}
    </>
  )
}
