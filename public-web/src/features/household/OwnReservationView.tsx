import { type ReactNode, useEffect, useRef, useState } from 'react'
import { householdText } from '@/content/de/household'
import { useLoaded } from '@/lib/own/useLoaded'
import { DataCopy } from './DataCopy'
import { EraseData } from './EraseData'
import { Friends } from './Friends'
import { GiveUp } from './GiveUp'
import { Head } from './Head'
import { OwnData } from './OwnData'
import type { OwnProps } from './own'
import { Papers } from './Papers'
import { Share } from './Share'
import { Timeline } from './Timeline'

/** The whole page of a household that is let in. */
export function OwnReservationView(props: OwnProps & { onClose: () => void; isTaken: boolean }) {
  const { own } = props
  const isOver = !own.can_change
  const [erased, setErased] = useState<ReactNode>(null)
  const card = useLoaded(() => import('./CardCheck'))
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void card.load()
  })
  if (erased) return erased
  return (
    <>
      <Head {...props} />
      {!isOver && (
        <>
          <Timeline own={own} />
          <Share {...props} />
        </>
      )}
      {card.part && <card.part.CardCheck {...props} />}
      <section className="wrap house__rest" aria-labelledby="alles-andere">
        <h2 id="alles-andere">{householdText.rest}</h2>
        <div className="house__parcels">
          {!isOver && <Friends own={own} />}
          <OwnData {...props} />
          <Papers />
          {!isOver && <GiveUp {...props} />}
          <DataCopy />
          <EraseData {...props} onErased={setErased} />
        </div>
      </section>
    </>
  )
}
