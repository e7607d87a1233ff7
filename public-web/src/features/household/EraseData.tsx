import { useEffect, useRef, useState } from 'react'
import { type Erased, type ErasurePreview, eraseOwnData, previewErasure } from '@/api/ownData'
import { RichText } from '@/components/RichText'
import { householdDataText } from '@/content/de/householdData'
import { useCall } from '@/lib/own/useCall'
import { ErasurePlan } from './ErasurePlan'
import { afterRefusal, type OwnProps } from './own'

const text = householdDataText.erase

/** Two presses erase the household's data; the first shows what would go and what would stay. */
export function EraseData(props: OwnProps & { onErased: (erased: Erased) => void }) {
  const [plan, setPlan] = useState<ErasurePreview | null>(null)
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
    if (found) setPlan(found)
  }

  async function erase(version: number) {
    const erased = await run(() => eraseOwnData(version))
    if (erased) props.onErased(erased)
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
      {plan && (
        <>
          <ErasurePlan plan={plan} />
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
      <p role="status">{busy && !plan ? text.looking : failure}</p>
    </article>
  )
}
