import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ErasurePreview, eraseOwnData, previewErasure } from '@/api/ownData'
import { RichText } from '@/components/RichText'
import { householdDataText } from '@/content/de/householdData'
import { ownFailures } from '@/content/de/ownFailures'
import { useCall } from '@/lib/own/useCall'
import { useLoaded } from '@/lib/own/useLoaded'
import { afterRefusal, type OwnProps } from './own'

const text = householdDataText.erase

/** Two presses erase the household's data; the first shows what would go and what would stay. */
export function EraseData(props: OwnProps & { onErased: (whatIsLeft: ReactNode) => void }) {
  const [plan, setPlan] = useState<ErasurePreview | null>(null)
  const { part, failed, load } = useLoaded(() => import('./Erasure'))
  const heading = useRef<HTMLHeadingElement>(null)
  // What the plan says may have changed: it is made again before anything is erased.
  const { busy, failure, run } = useCall((code) => {
    setPlan(null)
    afterRefusal(props)(code)
  })

  useEffect(() => {
    if (plan) heading.current?.focus()
  }, [plan])

  async function look() {
    const found = await run(previewErasure)
    if (found && (await load())) setPlan(found)
  }

  async function erase(version: number) {
    const erased = await run(() => eraseOwnData(version))
    if (erased && part) props.onErased(<part.DataErased erased={erased} />)
  }

  return (
    <article className="parcel parcel--card parcel--long">
      <h3 ref={heading} tabIndex={-1}>
        {text.title}
      </h3>
      {!plan && (
        <>
          <p>{text.text}</p>
          <button
            type="button"
            className="button button--line button--small"
            aria-disabled={busy || undefined}
            onClick={look}
          >
            {text.button}
          </button>
        </>
      )}
      {plan && part && (
        <>
          <part.ErasurePlan plan={plan} />
          <p>
            <RichText text={`**${text.sure}**`} />
          </p>
          <div className="buttons">
            <button
              type="button"
              className="button button--line button--small"
              aria-disabled={busy || undefined}
              onClick={() => erase(plan.version)}
            >
              {text.yes}
            </button>
            <button type="button" className="textual" onClick={() => setPlan(null)}>
              {text.no}
            </button>
          </div>
        </>
      )}
      <p role="status">{busy && !plan ? text.looking : failed ? ownFailures.unclear : failure}</p>
    </article>
  )
}
