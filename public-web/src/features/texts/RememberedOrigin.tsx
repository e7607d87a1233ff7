import { useEffect, useRef, useState } from 'react'
import { RichText } from '@/components/RichText'
import { rememberedOriginText } from '@/content/de/rememberedOrigin'
import { answer } from '@/lib/attribution/consent'
import { rememberedTouches } from '@/lib/attribution/memory'
import type { Touch } from '@/lib/attribution/touch'
import { useHydrated } from '@/lib/useHydrated'

/** What this device remembers of the visitor's origin, and the button that deletes it. */
export function RememberedOrigin() {
  const hydrated = useHydrated()
  const [forgotten, setForgotten] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  const { noScript, nothing, intro, entry, forget, forgotten: done } = rememberedOriginText
  const touches = hydrated ? rememberedTouches() : []

  // The button that had the focus is gone, and the sentence says what became of it.
  useEffect(() => {
    if (forgotten) status.current?.focus({ preventScroll: true })
  }, [forgotten])

  const onForget = () => {
    answer(false)
    setForgotten(true)
  }

  return (
    <div className="remembered">
      <noscript>
        <p>{noScript}</p>
      </noscript>
      <p ref={status} tabIndex={-1}>
        {hydrated && (touches.length > 0 ? intro : forgotten ? done : nothing)}
      </p>
      {touches.length > 0 && (
        <>
          <ul>
            {touches.map((touch) => (
              <li key={touch.at}>
                <RichText text={entry(touch.at, valuesOf(touch), touch.landing_path)} />
              </li>
            ))}
          </ul>
          <button type="button" className="button button--line button--small" onClick={onForget}>
            {forget}
          </button>
        </>
      )}
    </div>
  )
}

/** Everything else that is stored of a touch. */
const valuesOf = ({ at: _, landing_path: __, clicked_ad, ...values }: Touch): string[] =>
  [...Object.values(values), rememberedOriginText.clickedAd[clicked_ad]].filter(Boolean)
