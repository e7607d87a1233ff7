import { useEffect, useRef } from 'react'

interface Props {
  question: string
  explanation?: string
  yes: string
  no: string
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something that cannot be undone; the question gets the focus. */
export function Question({ question, explanation, yes, no, busy, onYes, onNo }: Props) {
  const asked = useRef<HTMLParagraphElement>(null)
  useEffect(() => asked.current?.focus(), [])
  return (
    <>
      <p ref={asked} tabIndex={-1}>
        <strong>{question}</strong> {explanation}
      </p>
      <div className="buttons">
        <button
          type="button"
          className="button button--line"
          aria-disabled={busy || undefined}
          onClick={onYes}
        >
          {yes}
        </button>
        <button type="button" className="button button--line" onClick={onNo}>
          {no}
        </button>
      </div>
    </>
  )
}
