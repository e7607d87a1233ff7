import { NavLink, useLocation } from 'react-router-dom'
import { Brand } from '@/components/Brand'
import { MenuIcon } from '@/components/icons'
import { Link } from '@/components/Link'
import { mainNavigation, siteText } from '@/content/de/site'
import { defaults, pilot } from '@/lib/offer/offer'
import { factsOf } from '@/lib/offer/parkFacts'
import { isLive, paths } from '@/lib/paths'
import { useParkState } from '@/lib/placesFree'

/** Its menu is moved by `menu.ts`, on pages without React too. */
export function Header() {
  const reserving = useLocation().pathname === paths.reservation
  const { menu, menuLabel } = siteText.header
  return (
    <header
      className="head"
      data-park={defaults.park}
      data-state={useParkState()}
      data-spots={factsOf(pilot).spots}
    >
      <div className="wrap">
        <Brand />
        <nav id="hauptmenue" aria-label={menuLabel}>
          <ul>
            {mainNavigation.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path} reloadDocument={!isLive(path)}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ReserveLink isCurrent={reserving} />
        <button
          type="button"
          className="head__menu"
          aria-label={menu}
          aria-expanded="false"
          aria-controls="hauptmenue"
        >
          <MenuIcon />
        </button>
      </div>
    </header>
  )
}

/**
 * Always an outline: the page itself has the one yellow button. None where there is neither a place nor a list of those
 * who wait for one.
 */
function ReserveLink({ isCurrent }: { isCurrent: boolean }) {
  const state = useParkState()
  if (state === 'cancelled' || state === 'paused') return null
  const isFull = state === 'full'
  const [subject, verb] = isFull ? siteText.header.ask : siteText.header.reserve
  return (
    <Link
      className="button button--small button--line head__reserve"
      to={isFull ? paths.waitingList : paths.reservation}
      aria-current={isCurrent && !isFull ? 'page' : undefined}
    >
      <span className="head__subject">{subject} </span>
      <span className="head__verb">{verb}</span>
    </Link>
  )
}
