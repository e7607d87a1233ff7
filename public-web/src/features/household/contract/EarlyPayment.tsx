import { useEffect, useRef, useState } from 'react'
import { type Contract, keepInstalments, type OwnContract, payEarly } from '@/api/contract'
import { standingText } from '@/content/de/contract'
import { formatEuro } from '@/lib/germanNumbers'
import { useCall } from '@/lib/own/useCall'
import { afterRefusal, type OwnProps } from '../own'
import { dayWords } from './dayWords'

const text = standingText.early

interface Props extends OwnProps {
  early: NonNullable<Contract['early_payment']>
  onPaid: (found: OwnContract) => void
}

/** What is left of the instalments, paid at once: a figure, and two steps in either direction. */
export function EarlyPayment({ early, onPaid, ...props }: Props) {
  const { cents, due, instalments, saved_cents, is_agreed } = early
  const { isAsking, ask, busy, failure, confirm } = useTwoSteps(early, onPaid, props)
  const heading = useFocusAfter(is_agreed)
  const words = is_agreed ? text.agreed : text.possible
  return (
    <section className="order__part" aria-labelledby="vorzeitig">
      <h3 id="vorzeitig" tabIndex={-1} ref={heading}>
        {words.title}
      </h3>
      <p className="figure">{formatEuro(cents)}</p>
      <p>{words.text(dayWords(due), instalments, formatEuro(saved_cents))}</p>
      {isAsking && <p className="notice">{words.ask(formatEuro(cents))}</p>}
      <div className="buttons">
        <button
          type="button"
          className="button button--line"
          aria-disabled={busy || undefined}
          onClick={isAsking ? confirm : () => ask(true)}
        >
          {isAsking ? words.confirm : words.button}
        </button>
        {isAsking && (
          <button type="button" className="button button--line" onClick={() => ask(false)}>
            {text.no}
          </button>
        )}
      </div>
      <p role="status">{failure}</p>
    </section>
  )
}

function useTwoSteps(early: Props['early'], onPaid: Props['onPaid'], props: OwnProps) {
  const [isAsking, ask] = useState(false)
  const { busy, failure, run } = useCall(afterRefusal(props))
  async function confirm() {
    const found = await run(() => (early.is_agreed ? keepInstalments() : payEarly(early.cents)))
    ask(false)
    if (found) onPaid(found)
  }
  return { isAsking, ask, busy, failure, confirm }
}

/** Moved into focus after the button, so that a screen reader says what has changed. */
function useFocusAfter(isAgreed: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isAgreed)
  useEffect(() => {
    if (shown.current !== isAgreed) heading.current?.focus()
    shown.current = isAgreed
  }, [isAgreed])
  return heading
}
