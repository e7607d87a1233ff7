import { useEffect, useRef, useState } from 'react'
import {
  changeShare,
  compareShare,
  type OwnReservation,
  type ShareComparison,
} from '@/api/household'
import { chooseText, shareText } from '@/content/de/householdShare'
import { formatKwh, formatRate, formatShortEuro } from '@/lib/germanNumbers'
import { reservationPayment } from '@/lib/offer/instalments'
import { packages, paymentPlans } from '@/lib/offer/offer'
import { useSettings } from '@/lib/settingsContext'
import { afterRefusal, type OwnProps } from './own'
import { ShareTable } from './ShareTable'
import { useCall } from './useCall'

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
        <Packages
          value={choice.annual_kwh}
          onChange={(kwh) => setChoice({ ...choice, annual_kwh: kwh as Choice['annual_kwh'] })}
        />
        <Plans
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

function Packages({ value, onChange }: { value: number; onChange: (kwh: number) => void }) {
  return (
    <fieldset className="choice">
      <legend>{text.package}</legend>
      <div>
        {packages.map((one) => (
          <label key={one.annualKwh}>
            <input
              type="radio"
              name="paket"
              checked={one.annualKwh === value}
              onChange={() => onChange(one.annualKwh)}
            />
            <span>
              <b>{one.name}</b>
              <small>{formatShortEuro(one.price)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface PlansProps {
  kwh: number
  value: string
  known: string
  onChange: (plan: string) => void
}

/** Each plan with its effective rate; instalments only where they are offered, or the household has them. */
function Plans({ kwh, value, known, onChange }: PlansProps) {
  const { instalmentsOffered } = useSettings()
  const price = packages.find(({ annualKwh }) => annualKwh === kwh)?.price ?? 0
  const offered = paymentPlans.filter(
    ({ id, months }) => instalmentsOffered || !months || id === known,
  )
  return (
    <fieldset className="choice">
      <legend>{text.plan}</legend>
      <div>
        {offered.map((plan) => (
          <label key={plan.id}>
            <input
              type="radio"
              name="zahlung"
              checked={plan.id === value}
              onChange={() => onChange(plan.id)}
            />
            <span>
              <b>{plan.months ? text.instalments(plan.months) : text.once}</b>
              {plan.months > 0 && (
                <small>
                  {text.effective(formatRate(reservationPayment(price, plan).effectiveRate))}
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
