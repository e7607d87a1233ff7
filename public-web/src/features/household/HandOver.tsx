import { useEffect, useRef, useState } from 'react'
import { giveText as text } from '@/content/de/handOver'
import { ownFailures } from '@/content/de/ownFailures'
import { useLoaded } from '@/lib/own/useLoaded'
import type { OwnProps } from './own'

/** Handing the place to another household: asked for here, and as long as it is open, taken back. */
export function HandOver(props: OwnProps) {
  const { hand_over: latest, can_hand_over, state } = props.own
  const words = state === 'active' ? text.contract : text
  const isOffered = latest?.answer === null
  const { part, failed, load } = useLoaded(() => import('./HandOverForm'))
  const [asking, setAsking] = useState(false)
  const begin = useRef<HTMLButtonElement>(null)
  // Nothing takes the focus before something was pressed here.
  const pressed = useRef(false)
  const isIdle = !isOffered && !asking

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is needed, and not at every render
  useEffect(() => {
    if (isOffered) void load()
  }, [isOffered])

  useEffect(() => {
    if (isIdle && pressed.current) begin.current?.focus()
    if (!isIdle) pressed.current = true
  }, [isIdle])

  // An offer that ends leads back to the beginning, and not to the form it was made in.
  const wasOffered = useRef(isOffered)
  useEffect(() => {
    if (wasOffered.current && !isOffered) setAsking(false)
    wasOffered.current = isOffered
  }, [isOffered])

  if (isOffered) return part && <part.OpenOffer {...props} offer={latest} isNew={asking} />
  if (!can_hand_over) return null
  return (
    <div className="pass-on">
      <h4>{words.title}</h4>
      <p role="status">
        {failed ? ownFailures.unclear : latest?.answer && text.ended[latest.answer](latest.name)}
      </p>
      {asking && part ? (
        <part.HandOverForm {...props} onDone={() => setAsking(false)} />
      ) : (
        <>
          <p>{words.text}</p>
          <button
            ref={begin}
            type="button"
            className="textual"
            onClick={() => load().then(setAsking)}
          >
            {words.begin}
          </button>
        </>
      )}
    </div>
  )
}
