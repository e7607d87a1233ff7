import { type ReactNode, useEffect, useState } from 'react'
import { householdText } from '@/content/de/household'
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
  const [later, setLater] = useState<typeof import('./Later') | null>(null)
  useEffect(() => {
    import('./Later').then(setLater, () => undefined)
  }, [])
  if (erased) return erased
  return (
    <>
      <Head {...props} />
      {!isOver && !own.has_taken_contract_over && (
        <>
          <Timeline own={own} />
          <Share {...props} />
        </>
      )}
      {later && <later.Later {...props} />}
      <section className="wrap house__rest" aria-labelledby="alles-andere">
        <h2 id="alles-andere">{householdText.rest}</h2>
        <div className="house__parcels">
          {!isOver && <Friends own={own} />}
          <OwnData {...props} />
          <Papers />
          {!isOver && <GiveUp {...props} />}
          {later && <later.Rest {...props} onErased={setErased} />}
        </div>
      </section>
    </>
  )
}
