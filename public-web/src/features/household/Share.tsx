import { useEffect, useRef, useState } from 'react'
import type { OwnReservation, ShareFigures } from '@/api/household'
import { YearChain } from '@/components/YearChain'
import { chooseText, shareText } from '@/content/de/householdShare'
import { moneyRows } from '@/content/de/moneyBlock'
import { ownFailures } from '@/content/de/ownFailures'
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

/** When all that is paid has come back, in years of the term; dashed where that would be without a plan. */
function Covered({ figures }: { figures: ShareFigures }) {
  const [label, amount, note = ''] = moneyRows(figures).at(-1) ?? []
  return (
    <div className="covered">
      <p>
        <span className="small">{label}</span>
        <span className="figure">{amount}</span>
        <span className="small quiet">{typeset(note)}</span>
      </p>
      <YearChain
        years={termYears}
        covered={figures.least_covered_tenth_years / 10}
        once={figures.least_covered_once_tenth_years / 10}
      />
    </div>
  )
}
