import { useEffect, useRef, useState } from 'react'
import {
  changeShare,
  compareShare,
  type OwnReservation,
  type ShareComparison,
} from '@/api/household'
import { PackageChoice, PlanChoice } from '@/components/own/ShareChoice'
import { chooseText, shareText } from '@/content/de/householdShare'
import { formatKwh } from '@/lib/germanNumbers'
import { useCall } from '@/lib/own/useCall'
import { afterRefusal, type OwnProps } from './own'
import { ShareTable } from './ShareTable'

const text = chooseText

/** What the server takes; our packages and plans are the ones it knows. */
type Choice = Parameters<typeof compareShare>[0]

/** Another package or plan: the old and the new figures side by side, then one press. */
export function ShareChange(
  props: OwnProps & { onDone: (changed: OwnReservation | null) => void },
) {
  const { own, onDone } = props
  const { annual_kwh, payment_plan } = own.figures
  const known = { annual_kwh, payment_plan } as Choice
  const [choice, setChoice] = useState(known)
  const { busy, failure, run } = useCall(afterRefusal(props))
  const compared = useComparison(choice)
  const isSame =
    choice.annual_kwh === known.annual_kwh && choice.payment_plan === known.payment_plan
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function save() {
    const body = { ...choice, known_kwh: known.annual_kwh, known_plan: known.payment_plan }
    const changed = await run(() => changeShare(body))
    if (changed) onDone(changed)
  }

  return (
    <>
      <div className="house__share-text">
        <h2 id="anteil" tabIndex={-1} ref={heading}>
          {text.title}
        </h2>
        <PackageChoice
          words={chooseText}
          value={choice.annual_kwh}
          onChange={(kwh) => setChoice({ ...choice, annual_kwh: kwh as Choice['annual_kwh'] })}
        />
        <PlanChoice
          words={chooseText}
          kwh={choice.annual_kwh}
          value={choice.payment_plan}
          known={known.payment_plan}
          onChange={(plan) =>
            setChoice({ ...choice, payment_plan: plan as Choice['payment_plan'] })
          }
        />
        <p className="small" aria-live="polite">
          {note(compared)}
        </p>
        <div className="buttons">
          {!isSame && compared?.fits && (
            <button
              type="button"
              className="button button--sun"
              aria-disabled={busy || undefined}
              onClick={save}
            >
              {text.save(shareText.name(compared.after.package, compared.after.plan_months))}
            </button>
          )}
          <button type="button" className="button button--line" onClick={() => onDone(null)}>
            {text.keep}
          </button>
        </div>
        <p role="status">{failure}</p>
      </div>
      <div>
        {compared && !isSame ? (
          <ShareTable compared={compared} />
        ) : (
          <p className="notice">{text.pick}</p>
        )}
      </div>
    </>
  )
}

function note(compared: ShareComparison | null): string {
  if (!compared) return text.stays
  const left = compared.kwh_left === null ? null : formatKwh(compared.kwh_left)
  if (!compared.fits && left) return text.tooMuch(left)
  return left ? `${text.stays} ${text.left(left)}` : text.stays
}

/** The comparison for the present choice; of two answers only the one for the present choice counts. */
function useComparison(choice: Choice): ShareComparison | null {
  const [found, setFound] = useState<ShareComparison | null>(null)
  const { annual_kwh, payment_plan } = choice
  useEffect(() => {
    let isCurrent = true
    void compareShare({ annual_kwh, payment_plan }).then((answer) => {
      if (isCurrent && answer.kind === 'done') setFound(answer.found)
    })
    return () => {
      isCurrent = false
    }
  }, [annual_kwh, payment_plan])
  const isOf = found?.after.annual_kwh === annual_kwh && found.after.payment_plan === payment_plan
  return isOf ? found : null
}
