import { useEffect, useRef } from 'react'
import { beginCardCheck, lookAtCardCheck, type OwnReservation } from '@/api/household'
import { cardText } from '@/content/de/householdCard'
import { useCall } from '@/lib/own/useCall'
import type { Settings } from '@/lib/settings'
import { useSettings } from '@/lib/settingsContext'
import { afterRefusal, type OwnProps } from './own'

/** The check of the card: begun here, done on the provider's page, and shown as it stands. */
export function CardCheck(props: OwnProps) {
  const { own, onChanged } = props
  const { cardCheck } = useSettings()
  const { state, why_not } = own.card_check
  const { busy, failure, run } = useCall(afterRefusal(props))
  const looked = useRef(false)

  async function look() {
    const changed = await run(lookAtCardCheck)
    if (changed) onChanged(changed)
  }

  async function begin() {
    const begun = await run(beginCardCheck)
    if (begun) window.location.assign(begun.address)
  }

  // Whoever comes back from the provider's page wants to know what came of it.
  useEffect(() => {
    if (looked.current || (state !== 'open' && state !== 'held')) return
    looked.current = true
    void look()
  })

  if (!isShown(own, cardCheck)) return null
  const mayBegin = cardCheck !== 'off' && !why_not
  return (
    <section className="wrap house__card" aria-labelledby="karte">
      <h2 id="karte">{cardText.title}</h2>
      <Standing check={own.card_check} provider={cardCheck} />
      {!state && why_not && <p>{why_not}</p>}
      <div className="buttons">
        {mayBegin && (
          <button
            type="button"
            className="button button--line"
            aria-disabled={busy || undefined}
            onClick={begin}
          >
            {state === 'open' ? cardText.resume : state ? cardText.again : cardText.begin}
          </button>
        )}
        {state === 'open' && (
          <button
            type="button"
            className="textual"
            aria-disabled={busy || undefined}
            onClick={look}
          >
            {cardText.look}
          </button>
        )}
      </div>
      <p role="status">{failure}</p>
    </section>
  )
}

/** Where it is offered, as long as there is no contract; and wherever something has come of it. */
function isShown({ card_check, can_change_share }: OwnReservation, offered: Settings['cardCheck']) {
  if (card_check.state === 'held') return true
  return can_change_share && (card_check.state !== null || offered !== 'off')
}

interface StandingProps {
  check: OwnReservation['card_check']
  provider: Settings['cardCheck']
}

/** What has come of it so far, and before that what it is. */
function Standing({ check: { state, cause, why_not }, provider }: StandingProps) {
  return (
    <div role="status">
      {state === null && <p>{cardText.lead}</p>}
      {state === 'failed' && <p>{cardText.failed(cause)}</p>}
      {state !== null && state !== 'failed' && <p>{cardText[state]}</p>}
      {!why_not && provider !== 'off' && <p className="small quiet">{cardText.where[provider]}</p>}
    </div>
  )
}
