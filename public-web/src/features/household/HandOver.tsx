import { useEffect, useRef, useState } from 'react'
import { giveText as text } from '@/content/de/handOver'
import { ownFailures } from '@/content/de/ownFailures'
import type * as Loaded from './HandOverForm'
import type { OwnProps } from './own'

/** Handing the place to another household: asked for here, and as long as it is open, taken back. */
export function HandOver(props: OwnProps) {
  const { hand_over: latest, can_hand_over } = props.own
  const isOffered = latest?.answer === null
  const { parts, failure, load } = useParts(isOffered)
  const [asking, setAsking] = useState(false)
  const begin = useRef<HTMLButtonElement>(null)
  // Nothing takes the focus before something was pressed here.
  const pressed = useRef(false)
  const isIdle = !isOffered && !asking

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

  if (isOffered) return parts && <parts.OpenOffer {...props} offer={latest} isNew={asking} />
  if (!can_hand_over) return null
  return (
    <div className="pass-on">
      <h4>{text.title}</h4>
      <p role="status">{failure || (latest?.answer && text.ended[latest.answer](latest.name))}</p>
      {asking && parts ? (
        <parts.HandOverForm {...props} onDone={() => setAsking(false)} />
      ) : (
        <>
          <p>{text.text}</p>
          <button
            ref={begin}
            type="button"
            className="textual"
            onClick={() => load().then(setAsking)}
          >
            {text.begin}
          </button>
        </>
      )}
    </div>
  )
}

/** Form and offer are fetched once somebody needs them, which hardly anybody does. */
function useParts(isNeeded: boolean) {
  const [parts, setParts] = useState<typeof Loaded | null>(null)
  const [failure, setFailure] = useState('')

  async function load(): Promise<boolean> {
    const loaded = await import('./HandOverForm').catch(() => null)
    setParts(loaded)
    setFailure(loaded ? '' : ownFailures.unclear)
    return loaded !== null
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is needed, and not at every render
  useEffect(() => {
    if (isNeeded) void load()
  }, [isNeeded])

  return { parts, failure, load }
}
