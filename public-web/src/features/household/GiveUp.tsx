import { useEffect, useRef, useState } from 'react'
import { giveUpPlace } from '@/api/household'
import { householdText } from '@/content/de/household'
import { useCall } from '@/lib/own/useCall'
import { HandOver } from './HandOver'
import { afterRefusal, type OwnProps } from './own'

const text = householdText.leave

/** Two presses give the place back; the first asks, and says what can be undone. */
export function GiveUp(props: OwnProps) {
  const { own, onChanged } = props
  const [asked, setAsked] = useState(false)
  const sure = useRef<HTMLParagraphElement>(null)
  const { busy, failure, run } = useCall(afterRefusal(props))

  useEffect(() => {
    if (asked) sure.current?.focus()
  }, [asked])

  async function giveUp() {
    const changed = await run(giveUpPlace)
    if (!changed) return
    onChanged(changed)
    window.scrollTo({ top: 0 })
  }

  return (
    <article className="parcel parcel--field">
      <h3>{text.title}</h3>
      {own.can_give_up ? <p>{text.text}</p> : <p>{text.contract}</p>}
      {own.can_give_up && !asked && (
        <button
          type="button"
          className="button button--line button--small"
          onClick={() => setAsked(true)}
        >
          {text.button}
        </button>
      )}
      {asked && (
        <>
          <p ref={sure} tabIndex={-1}>
            <strong>{text.sure(own.spot_number)}</strong> {text.until}
          </p>
          <div className="buttons">
            <button
              type="button"
              className="button button--line button--small"
              aria-disabled={busy || undefined}
              onClick={giveUp}
            >
              {text.yes}
            </button>
            <button type="button" className="textual" onClick={() => setAsked(false)}>
              {text.no}
            </button>
          </div>
        </>
      )}
      <p role="status">{failure}</p>
      <HandOver {...props} />
    </article>
  )
}
