import { Link } from '@/components/Link'
import { pilotText } from '@/content/de/pilot'
import { siteText } from '@/content/de/site'
import { paths } from '@/lib/paths'
import { reserveLink, useParkState } from '@/lib/placesFree'

/** The next step. While no place is free the page promises none and says what to do instead. */
export function Actions() {
  const state = useParkState()
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
