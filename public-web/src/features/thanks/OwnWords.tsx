import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '@/components/Field'
import { toldOriginText } from '@/content/de/toldOrigin'

interface Props {
  isFailed: boolean
  /** What is wrong with the words. */
  fault: string | undefined
  known: string
  onSave: (words: string) => void
  onCancel: () => void
}

const NAME = 'herkunft-eigene-worte'
/** As the server takes at most. */
const LONGEST = 120

/** "Something else" in the household's own words, which it may also leave out. */
export function OwnWords({ isFailed, fault, known, onSave, onCancel }: Props) {
  const { own: text, failed, answers } = toldOriginText
  const [words, setWords] = useState(known)
  const input = useRef<HTMLInputElement>(null)

  // First to type, then to put right what was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start and at each fault
  useEffect(() => input.current?.focus(), [fault])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(words.trim())
  }

  return (
    <form className="told__own" onSubmit={submit} noValidate>
      <Field name={NAME} label={text.label} hint={text.hint} error={fault}>
        <input
          ref={input}
          id={NAME}
          className="input"
          maxLength={LONGEST}
          autoComplete="off"
          value={words}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${NAME}-fehler ${NAME}-hinweis` : `${NAME}-hinweis`}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <div className="told__ways">
        <button type="submit" className="button button--line button--small">
          {text.save}
        </button>
        <button type="button" className="told__quiet" onClick={onCancel}>
          {text.cancel}
        </button>
      </div>
      {isFailed && (
        <p role="alert" className="told__failure">
          {failed(answers.other)}
        </p>
      )}
    </form>
  )
}
