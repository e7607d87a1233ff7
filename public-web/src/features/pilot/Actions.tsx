import { Link } from 'react-router-dom'
import { pilotText } from '@/content/de/pilot'
import { siteText } from '@/content/de/site'
import type { ParkState } from '@/lib/offer/offer'
import { paths } from '@/lib/paths'
import { reserveLink } from '@/lib/placesFree'

/** The next step. While no place is free the page promises none and says what to do instead. */
export function Actions({ state }: { state: ParkState }) {
  return (
    <>
      {state !== 'open' && (
        <p className="sold-out notice">
          <strong>{siteText.instead[state].title}</strong> {siteText.instead[state].text}
        </p>
      )}
      <div className="buttons">
        <Link className="button button--sun" {...reserveLink(pilotText.reserve, state)} />
        <Link className="button button--line" to={paths.calculator}>
          {pilotText.calculate}
        </Link>
      </div>
      {state === 'open' && <p className="small quiet">{pilotText.condition}</p>}
    </>
  )
}
