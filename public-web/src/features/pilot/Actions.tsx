import { Link } from 'react-router-dom'
import { RichText } from '@/components/RichText'
import { pilotText } from '@/content/de/pilot'
import { paths } from '@/lib/paths'
import { reserveLink } from '@/lib/placesFree'

/** The next step. While no place is free the page promises none and says what to do instead. */
export function Actions({ soldOut }: { soldOut: boolean }) {
  return (
    <>
      {soldOut && (
        <p className="sold-out notice">
          <RichText text={pilotText.soldOut} />
        </p>
      )}
      <div className="buttons">
        <Link className="button button--sun" {...reserveLink(pilotText.reserve, soldOut)} />
        <Link className="button button--line" to={paths.calculator}>
          {pilotText.calculate}
        </Link>
      </div>
      {!soldOut && <p className="small quiet">{pilotText.condition}</p>}
    </>
  )
}
