import { useEffect, useRef, useState } from 'react'
import type { OwnReservation, ShareFigures } from '@/api/household'
import { InfoIcon } from '@/components/icons'
import { YearChain } from '@/components/YearChain'
import { chooseText, shareText } from '@/content/de/householdShare'
import { ownFailures } from '@/content/de/ownFailures'
import { formatShortEuro, formatTenths } from '@/lib/germanNumbers'
import { termYears } from '@/lib/offer/offer'
import { useLoaded } from '@/lib/own/useLoaded'
import { typeset } from '@/lib/typeset'
import { useSending } from '@/lib/useSending'
import type { OwnProps } from './own'
import { Sheet } from './Sheet'

const text = shareText

/** The household's share with its promised figures, and the way to change it. */
export function Share(props: OwnProps) {
  const { own } = props
  const [changing, setChanging] = useState(false)
  const [saved, setSaved] = useState(false)
  const { part, failed, load } = useLoaded(() => import('./ShareChange'))
  const button = useRef<HTMLButtonElement>(null)
  const closed = useRef(false)
  const sending = useSending()

  useEffect(() => {
    if (!changing && closed.current) button.current?.focus()
  }, [changing])

  function close(changed: OwnReservation | null) {
    if (changed) props.onChanged(changed)
    setSaved(changed !== null)
    closed.current = true
    setChanging(false)
  }

  return (
    <section className="house__share" aria-labelledby="anteil">
      <div className="wrap">
        {changing && part ? (
          <part.ShareChange {...props} onDone={close} />
        ) : (
          <>
            <div className="house__share-text">
              <h2 id="anteil">{text.title}</h2>
              <p>{own.can_change_share ? text.lead : text.fixed}</p>
              <Covered figures={own.figures} />
              {own.can_change_share && (
                <button
                  ref={button}
                  type="button"
                  className="button button--line"
                  onClick={() => load().then(setChanging)}
                >
                  {text.change}
                </button>
              )}
              <p role="status">
                {failed ? ownFailures.unclear : saved && sending(chooseText.saved)}
              </p>
            </div>
            <Sheet figures={own.figures} />
          </>
        )}
      </div>
    </section>
  )
}

function Covered({ figures }: { figures: ShareFigures }) {
  const months = figures.plan_months
  const once = figures.least_covered_once_tenth_years
  const covered = figures.least_covered_tenth_years
  return (
    <div className="covered">
      <p>
        <span className="small">{months ? text.coveredPlan(months) : text.coveredOnce}</span>
        <span className="figure">{text.years(formatTenths(covered))}</span>
        <span className="small quiet">
          {months ? text.onceNote(formatTenths(once)) : text.onceOnly}
        </span>
      </p>
      <YearChain years={termYears} covered={covered / 10} once={once / 10} />
      <details className="source">
        <summary>
          <InfoIcon />
          {text.sourceTitle}
        </summary>
        <p>{typeset(source(figures))}</p>
      </details>
    </div>
  )
}

function source(figures: ShareFigures): string {
  const annual = formatShortEuro(figures.least_annual_cents)
  const { covered, instalments, once } = text.source
  return covered(
    figures.plan_months ? instalments : once,
    formatShortEuro(figures.plan_total_cents),
    formatShortEuro(figures.setup_fee_cents),
    annual,
    formatTenths(figures.least_covered_tenth_years),
  )
}
